import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARM_TIMES, claimRequest, newClaim, newKey, OUTCOME, useLedger } from '../support/ledger.ts';

const on = useLedger();

const claim = (key: string, dataHash = 'data-a') =>
  on.ledger.claim(claimRequest(newClaim(key), { dataHash }));

test('nothing there: claimed, with attempt and fence counted', async () => {
  const key = newKey();
  assert.deepEqual(await claim(key), { kind: 'claimed', attempt: 1 });
  await on.expireLease(key);
  assert.deepEqual(await claim(key), { kind: 'claimed', attempt: 2 });
});

test('held: tells how long lease and holder last', async () => {
  const key = newKey();
  await claim(key);
  const answer = await claim(key);
  assert.equal(answer.kind, 'held');
  assert.ok(answer.kind === 'held' && answer.leaseLeftMs > 9_000 && answer.holderLeftMs > 59_000);
});

test('submitted: settled for this data, a conflict for other data', async () => {
  const key = newKey();
  const mine = newClaim(key);
  await on.ledger.claim(claimRequest(mine));
  await on.ledger.arm(mine, ARM_TIMES);
  await on.ledger.settle(mine, 'submitted', OUTCOME);
  assert.deepEqual(await claim(key), { kind: 'settled', phase: 'submitted', due: true });
  assert.deepEqual(await claim(key, 'data-b'), { kind: 'conflict', phase: 'submitted' });
});

test('refused: settled for this data in whatever phase, other data may claim', async () => {
  const key = newKey();
  const mine = newClaim(key);
  await on.ledger.claim(claimRequest(mine));
  await on.ledger.settle(mine, 'refused', { text: 'sold out' });
  assert.deepEqual(await claim(key), { kind: 'settled', phase: 'refused', due: true });
  assert.deepEqual(await claim(key, 'data-b'), { kind: 'claimed', attempt: 1 });
  // b is running now, and a comes again: its refusal is remembered
  assert.deepEqual(await claim(key), { kind: 'settled', phase: 'refused', due: true });
});

test('unknown: says so for this data, a conflict for other data', async () => {
  const key = newKey();
  const mine = newClaim(key);
  await on.ledger.claim(claimRequest(mine));
  await on.ledger.arm(mine, ARM_TIMES);
  await on.ledger.settle(mine, 'unknown', { text: 'no proof' });
  assert.deepEqual(await claim(key), { kind: 'unknown', due: true });
  assert.deepEqual(await claim(key, 'data-b'), { kind: 'conflict', phase: 'unknown' });
});

test('armed without a lease: orphaned, and what belongs to the sender stays as it was', async () => {
  const key = newKey();
  const sender = newClaim(key);
  await on.ledger.claim(claimRequest(sender));
  await on.ledger.arm(sender, ARM_TIMES);
  assert.equal((await claim(key)).kind, 'held');
  await on.expireLease(key);
  const before = await on.record(key);
  const answer = await claim(key);
  assert.ok(answer.kind === 'orphaned' && answer.armedBy === sender.token);
  assert.ok(answer.deadlineInMs > 61_000 && answer.deadlineInMs <= 62_000);
  const { armedBy, armedAt, deadline, phase } = await on.record(key);
  assert.deepEqual({ armedBy, armedAt, deadline, phase }, { ...pick(before), phase: 'armed' });
});

test('other data: a conflict while held or armed, free once nothing was sent', async () => {
  const key = newKey();
  const mine = newClaim(key);
  await on.ledger.claim(claimRequest(mine));
  assert.deepEqual(await claim(key, 'data-b'), { kind: 'conflict', phase: 'claimed' });
  await on.ledger.release(mine, 'keep', 'failed');
  assert.equal((await claim(key, 'data-b')).kind, 'claimed');
  // a claim whose worker died counts as free as well
  await on.expireLease(key);
  assert.equal((await claim(key, 'data-a')).kind, 'claimed');
});

test('no record and older than records live: stale', async () => {
  const old = { createdAtMs: Date.now() - 29.5 * 86_400_000 };
  assert.deepEqual(await on.ledger.claim(claimRequest(newClaim(newKey()), old)), { kind: 'stale' });
  const key = newKey();
  await on.ledger.release(await claimed(key), 'keep', 'failed');
  assert.equal((await on.ledger.claim(claimRequest(newClaim(key), old))).kind, 'claimed');
});

test('a paused form: nothing starts, but a duplicate of a settled one is still told so', async () => {
  const form = 'paused-form';
  const settled = newKey(form);
  const mine = await claimed(settled);
  await on.ledger.settle(mine, 'submitted', OUTCOME);
  await on.setForm(form, 'paused', 'by a person');
  assert.deepEqual(await claim(newKey(form)), { kind: 'paused' });
  assert.deepEqual(await claim(settled), { kind: 'settled', phase: 'submitted', due: true });
});

async function claimed(key: string) {
  const mine = newClaim(key);
  assert.equal((await on.ledger.claim(claimRequest(mine))).kind, 'claimed');
  return mine;
}

function pick({ armedBy, armedAt, deadline }: Record<string, string>) {
  return { armedBy, armedAt, deadline };
}
