import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARM_TIMES, claimRequest, newClaim, newKey, OUTCOME, useLedger } from '../support/ledger.ts';

const on = useLedger({ brake: 3 });

async function end(form: string, phase: 'submitted' | 'unknown') {
  const mine = newClaim(newKey(form));
  const answer = await on.ledger.claim(claimRequest(mine));
  if (answer.kind !== 'claimed') return answer.kind;
  await on.ledger.arm(mine, ARM_TIMES);
  return on.ledger.settle(mine, phase, OUTCOME);
}

test('three unknown outcomes in a row pause the form', async () => {
  for (const answer of ['settled', 'settled', 'settledAndPaused'])
    assert.equal(await end('row', 'unknown'), answer);
  assert.equal(await end('row', 'submitted'), 'paused');
  assert.match((await on.form('row')).paused ?? '', /^brake/);
});

test('a known outcome in between starts the count anew', async () => {
  for (const phase of ['unknown', 'unknown', 'submitted', 'unknown', 'unknown'] as const) {
    assert.equal(await end('mixed', phase), 'settled');
  }
  assert.equal(await end('mixed', 'submitted'), 'settled');
});

test('a form paused after the claim does not arm', async () => {
  const mine = newClaim(newKey('late'));
  await on.ledger.claim(claimRequest(mine));
  await on.setForm('late', 'paused', 'by a person');
  assert.equal(await on.ledger.arm(mine, ARM_TIMES), 'paused');
  assert.equal((await on.record(mine.key)).phase, 'claimed');
});
