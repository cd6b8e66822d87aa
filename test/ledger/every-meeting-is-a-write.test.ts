import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordKey } from '../../lib/ledger/redis-ledger.ts';
import { ARM_TIMES, claimRequest, newClaim, newKey, OUTCOME, useLedger } from '../support/ledger.ts';

const on = useLedger();
const LONG_AGO = '1';

/** Meets the record as somebody else does, and answers whether that was written down. */
async function meetingOf(key: string, expected: string) {
  await on.redis.hset(recordKey(key), 'metAt', LONG_AGO);
  assert.equal((await on.ledger.claim(claimRequest(newClaim(key)))).kind, expected);
  return Number((await on.record(key)).metAt);
}

test('a claim that meets armed or unknown writes when, so that a WAIT behind it means something', async () => {
  const mine = newClaim(newKey());
  await on.ledger.claim(claimRequest(mine));
  await on.ledger.arm(mine, ARM_TIMES);
  const startedMs = Date.now();
  assert.ok((await meetingOf(mine.key, 'held')) >= startedMs);
  await on.ledger.settle(mine, 'unknown', OUTCOME);
  assert.ok((await meetingOf(mine.key, 'unknown')) >= startedMs);
});
