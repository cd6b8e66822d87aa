import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARM_TIMES, claimRequest, newClaim, newKey, OUTCOME, useLedger } from '../support/ledger.ts';

const on = useLedger();

/** A worker that lost its lease, and the one that took over. */
async function takenOver() {
  const stale = newClaim(newKey());
  await on.ledger.claim(claimRequest(stale));
  await on.expireLease(stale.key);
  const owner = newClaim(stale.key);
  await on.ledger.claim(claimRequest(owner));
  return { stale, owner };
}

test('a worker that lost its lease cannot renew, arm, release, disarm or settle', async () => {
  const { stale, owner } = await takenOver();
  const before = await on.record(owner.key);
  assert.equal(await on.ledger.renew(stale, 10_000), false);
  assert.equal(await on.ledger.arm(stale, ARM_TIMES), 'lost');
  assert.equal(await on.ledger.disarm(stale, 'reset', 'x'), 'wrongPhase');
  assert.equal(await on.ledger.settle(stale, 'submitted', OUTCOME), 'notOwner');
  await on.ledger.release(stale, 'reset', 'x');
  assert.deepEqual(await on.record(owner.key), before);
  assert.equal(await on.lease(owner.key), owner.token);
});

test('nobody but the token that armed can take an arming back, not even who has the lease', async () => {
  const { stale, owner } = await takenOver();
  await on.ledger.arm(owner, ARM_TIMES);
  assert.equal(await on.ledger.disarm(stale, 'reset', 'x'), 'wrongPhase');
  await on.expireLease(owner.key);
  const looker = newClaim(owner.key);
  await on.ledger.claim(claimRequest(looker));
  assert.equal(await on.ledger.disarm(looker, 'reset', 'x'), 'wrongPhase');
  assert.equal((await on.record(owner.key)).phase, 'armed');
});

test('a lapsed lease that nobody took is lost for arming all the same', async () => {
  const mine = newClaim(newKey());
  await on.ledger.claim(claimRequest(mine));
  await on.expireLease(mine.key);
  assert.equal(await on.ledger.arm(mine, ARM_TIMES), 'lost');
  assert.equal((await on.record(mine.key)).phase, 'claimed');
});

test('too little lease left is lost for arming', async () => {
  const mine = newClaim(newKey());
  await on.ledger.claim(claimRequest(mine, { leaseMs: 1_400 }));
  assert.equal(await on.ledger.arm(mine, ARM_TIMES), 'lost');
});

test('once disarmed or released, a token is used up', async () => {
  const disarmed = newClaim(newKey());
  await on.ledger.claim(claimRequest(disarmed));
  await on.ledger.arm(disarmed, ARM_TIMES);
  assert.equal(await on.ledger.disarm(disarmed, 'keep', 'unsent'), 'disarmed');
  assert.equal(await on.lease(disarmed.key), null);
  assert.equal(await on.ledger.arm(disarmed, ARM_TIMES), 'lost');

  const next = newClaim(disarmed.key);
  await on.ledger.claim(claimRequest(next));
  // a late copy of the disarm
  assert.equal(await on.ledger.disarm(disarmed, 'keep', 'unsent'), 'wrongPhase');
  assert.equal(await on.ledger.arm(next, ARM_TIMES), 'armed');
});

test('the arming token settles even after its lease, a reconciler only to unknown', async () => {
  const sender = newClaim(newKey());
  await on.ledger.claim(claimRequest(sender));
  await on.ledger.arm(sender, ARM_TIMES);
  await on.expireLease(sender.key);
  const looker = newClaim(sender.key);
  await on.ledger.claim(claimRequest(looker));
  assert.equal(await on.ledger.settle(looker, 'submitted', OUTCOME), 'notOwner');
  assert.equal(await on.ledger.settle(looker, 'unknown', { text: 'died' }), 'settled');
  assert.equal(await on.lease(sender.key), null);
  assert.equal(await on.ledger.settle(sender, 'submitted', OUTCOME), 'settled');
  assert.equal((await on.record(sender.key)).phase, 'submitted');
  assert.equal(await on.ledger.settle(sender, 'refused', { text: 'late' }), 'notOwner');
});

test('settling a claim that was never armed needs the lease', async () => {
  const { stale, owner } = await takenOver();
  assert.equal(await on.ledger.settle(stale, 'refused', { text: 'closed' }), 'notOwner');
  await on.expireLease(owner.key);
  assert.equal(await on.ledger.settle(owner, 'refused', { text: 'closed' }), 'notOwner');
  const next = newClaim(owner.key);
  await on.ledger.claim(claimRequest(next));
  assert.equal(await on.ledger.settle(next, 'refused', { text: 'closed' }), 'settled');
});

test('who armed before has nothing to settle once other data was claimed', async () => {
  const sender = newClaim(newKey());
  await on.ledger.claim(claimRequest(sender, { dataHash: 'data-a' }));
  await on.ledger.arm(sender, ARM_TIMES);
  await on.ledger.disarm(sender, 'keep', 'unsent');
  const other = newClaim(sender.key);
  await on.ledger.claim(claimRequest(other, { dataHash: 'data-b' }));
  await on.ledger.settle(other, 'refused', { text: 'sold out' });
  assert.equal(await on.ledger.settle(sender, 'refused', { text: 'late' }), 'notOwner');
});
