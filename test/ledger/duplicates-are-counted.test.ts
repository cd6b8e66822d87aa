import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { ARM_TIMES, claimRequest, newClaim, newKey, OUTCOME, useLedger } from '../support/ledger.ts';

const on = useLedger();
beforeEach(() => on.redis.config('SET', 'maxmemory', '0'));

async function settled(phase: 'submitted' | 'refused' | 'unknown') {
  const claim = newClaim(newKey());
  await on.ledger.claim(claimRequest(claim));
  await on.ledger.arm(claim, ARM_TIMES);
  await on.ledger.settle(claim, phase, OUTCOME);
  return claim.key;
}

const meets = async (key: string, dataHash = 'data-a') =>
  (await on.ledger.claim(claimRequest(newClaim(key), { dataHash }))).kind;

test('a delivery that is skipped counts in the record; one that is parked or runs does not', async () => {
  for (const phase of ['submitted', 'refused'] as const) {
    const key = await settled(phase);
    assert.equal((await on.record(key)).duplicates, undefined);
    for (const times of ['1', '2']) {
      assert.equal(await meets(key), 'settled');
      assert.equal((await on.record(key)).duplicates, times);
    }
    assert.equal(await meets(key, 'data-b'), phase === 'submitted' ? 'conflict' : 'claimed');
    assert.equal((await on.record(key)).duplicates, '2');
  }
  const unknown = await settled('unknown');
  assert.equal(await meets(unknown), 'unknown');
  assert.equal((await on.record(unknown)).duplicates, undefined);
});

test('a full Redis skips as well', async () => {
  const keys = [await settled('submitted'), await settled('refused')];
  await on.redis.config('SET', 'maxmemory', '1');
  for (const key of keys) assert.equal(await meets(key), 'settled');
});
