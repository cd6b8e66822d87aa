import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARM_TIMES, claimRequest, newClaim, newKey, OUTCOME, useLedger } from '../support/ledger.ts';

const on = useLedger();

test('what was never armed cannot become unknown', async () => {
  const mine = newClaim(newKey());
  await on.ledger.claim(claimRequest(mine));
  const before = await on.record(mine.key);
  assert.equal(await on.ledger.settle(mine, 'unknown', OUTCOME), 'notOwner');
  assert.deepEqual(await on.record(mine.key), before);
  assert.equal(await on.lease(mine.key), mine.token);
});

test('an unknown one is settled by the token that armed it and by no other', async () => {
  const sender = newClaim(newKey());
  await on.ledger.claim(claimRequest(sender));
  await on.ledger.arm(sender, ARM_TIMES);
  await on.expireLease(sender.key);
  const looker = newClaim(sender.key);
  await on.ledger.claim(claimRequest(looker));
  await on.ledger.settle(looker, 'unknown', { text: 'died' });
  const before = await on.record(sender.key);
  for (const stranger of [looker, newClaim(sender.key)]) {
    assert.equal(await on.ledger.settle(stranger, 'submitted', OUTCOME), 'notOwner');
    assert.equal(await on.ledger.settle(stranger, 'refused', OUTCOME), 'notOwner');
  }
  assert.deepEqual(await on.record(sender.key), before);
  assert.equal(await on.ledger.settle(sender, 'submitted', OUTCOME), 'settled');
});
