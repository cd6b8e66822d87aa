import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARM_TIMES, claimRequest, newClaim, newKey, OUTCOME, useLedger } from '../support/ledger.ts';

const on = useLedger();

test('claim sent again by the same token answers as before and counts nothing', async () => {
  const mine = newClaim(newKey());
  const first = await on.ledger.claim(claimRequest(mine));
  assert.deepEqual(await on.ledger.claim(claimRequest(mine)), first);
});

test('claim on an orphan sent again by the same token answers orphaned', async () => {
  const sender = newClaim(newKey());
  await on.ledger.claim(claimRequest(sender));
  await on.ledger.arm(sender, ARM_TIMES);
  await on.expireLease(sender.key);
  const looker = newClaim(sender.key);
  assert.equal((await on.ledger.claim(claimRequest(looker))).kind, 'orphaned');
  assert.equal((await on.ledger.claim(claimRequest(looker))).kind, 'orphaned');
});

test('arm sent again answers armed, is a write, and moves no deadline', async () => {
  const mine = newClaim(newKey());
  await on.ledger.claim(claimRequest(mine));
  assert.equal(await on.ledger.arm(mine, ARM_TIMES), 'armed');
  const before = await on.record(mine.key);
  assert.equal(await on.ledger.arm(mine, { ...ARM_TIMES, deadlineMs: 999_000 }), 'armed');
  const after = await on.record(mine.key);
  assert.equal(after.deadline, before.deadline);
  assert.equal(Number(after.armSeq), Number(before.armSeq) + 1);
});

test('a late copy of claim, after its token armed, does not bring the phase back', async () => {
  const mine = newClaim(newKey());
  await on.ledger.claim(claimRequest(mine));
  await on.ledger.arm(mine, ARM_TIMES);
  assert.equal((await on.ledger.claim(claimRequest(mine))).kind, 'held');
  assert.equal((await on.record(mine.key)).phase, 'armed');
});

test('settle sent again answers settled, is a write, and keeps the first outcome', async () => {
  const mine = newClaim(newKey());
  await on.ledger.claim(claimRequest(mine));
  await on.ledger.arm(mine, ARM_TIMES);
  assert.equal(await on.ledger.settle(mine, 'submitted', OUTCOME), 'settled');
  assert.equal(await on.ledger.settle(mine, 'submitted', { text: 'other' }), 'settled');
  const { outcome, settleSeq } = await on.record(mine.key);
  assert.deepEqual([outcome, settleSeq], [JSON.stringify(OUTCOME), '1']);
});
