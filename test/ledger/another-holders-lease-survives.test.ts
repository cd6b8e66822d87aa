import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARM_TIMES, claimRequest, newClaim, newKey, OUTCOME, useLedger } from '../support/ledger.ts';

const on = useLedger();

/** A sender that lost its lease after arming, and the one that looks after it meanwhile. */
async function lookedAfter() {
  const sender = newClaim(newKey());
  await on.ledger.claim(claimRequest(sender));
  await on.ledger.arm(sender, ARM_TIMES);
  await on.expireLease(sender.key);
  const looker = newClaim(sender.key);
  assert.equal((await on.ledger.claim(claimRequest(looker))).kind, 'orphaned');
  return { sender, looker };
}

test('a sender that settles late leaves the lease of the one that looks', async () => {
  for (const phase of ['submitted', 'refused', 'unknown'] as const) {
    const { sender, looker } = await lookedAfter();
    assert.equal(await on.ledger.settle(sender, phase, OUTCOME), 'settled');
    assert.equal(await on.lease(sender.key), looker.token);
  }
});

test('a sender that disarms late leaves it as well', async () => {
  const { sender, looker } = await lookedAfter();
  assert.equal(await on.ledger.disarm(sender, 'keep', 'unsent'), 'disarmed');
  assert.equal(await on.lease(sender.key), looker.token);
});
