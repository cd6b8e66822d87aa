import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseKey, recordKey } from '../../lib/ledger/redis-ledger.ts';
import { ARM_TIMES, claimRequest, DAY_MS, newClaim, newKey, OUTCOME, useLedger } from '../support/ledger.ts';

const on = useLedger();
const NEVER = -1;

test('records expire after the retention, but never while armed or unknown', async () => {
  const mine = newClaim(newKey());
  await on.ledger.claim(claimRequest(mine));
  assert.ok((await on.recordTtl(mine.key)) > 29 * DAY_MS);
  await on.ledger.arm(mine, ARM_TIMES);
  assert.equal(await on.recordTtl(mine.key), NEVER);
  await on.ledger.settle(mine, 'unknown', { text: 'no proof' });
  assert.equal(await on.recordTtl(mine.key), NEVER);
  await on.ledger.settle(mine, 'submitted', OUTCOME);
  assert.ok((await on.recordTtl(mine.key)) > 29 * DAY_MS);
});

test('every claim that meets a record renews its retention', async () => {
  const mine = newClaim(newKey());
  await on.ledger.claim(claimRequest(mine));
  await on.ledger.settle(mine, 'submitted', OUTCOME);
  await on.redis.pexpire(recordKey(mine.key), DAY_MS);
  await on.ledger.claim(claimRequest(newClaim(mine.key)));
  assert.ok((await on.recordTtl(mine.key)) > 29 * DAY_MS);
});

test('no lease is ever without a time to live', async () => {
  const mine = newClaim(newKey());
  await on.ledger.claim(claimRequest(mine));
  assert.ok((await on.redis.pttl(leaseKey(mine.key))) > 0);
});

test('a record never holds the data', async () => {
  const mine = newClaim(newKey());
  await on.ledger.claim(claimRequest(mine, { label: 'for people' }));
  assert.deepEqual(Object.keys(await on.record(mine.key)).sort(), [
    'attempt',
    'claimedAt',
    'createdAt',
    'dataHash',
    'fence',
    'form',
    'holderDeadline',
    'label',
    'messageId',
    'phase',
    'token',
  ]);
});
