import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseKey, recordKey } from '../../lib/ledger/redis-ledger.ts';
import { ARM_TIMES, claimRequest, newClaim, newKey, useLedger } from '../support/ledger.ts';
import { deliver } from './support.ts';

const on = useLedger();

test('held, and the record does not say until when, or there is none: held all the same', async () => {
  const [nothing, bare] = [newKey(), newKey()];
  await on.redis.set(leaseKey(nothing), 'somebody', 'PX', 30_000);
  await on.redis.set(leaseKey(bare), 'somebody', 'PX', 30_000);
  await on.redis.hset(recordKey(bare), { phase: 'claimed', dataHash: 'data-a', fieldOfTomorrow: '1' });
  for (const key of [nothing, bare]) {
    const { disposition } = deliver(on.ledger, key);
    const end = await disposition;
    assert.ok(end.kind === 'retry' && end.why === 'held');
    assert.ok(end.afterMs > 20_000);
    assert.equal(await on.lease(key), 'somebody');
  }
  assert.equal((await on.record(bare)).fieldOfTomorrow, '1');
});

test('armed, and the record does not say by whom or until when: nobody sends it again', async () => {
  for (const missing of ['deadline', 'armedBy', 'holderDeadline', 'token'] as const) {
    // A form of its own: unknown outcomes in a row would pause it.
    const key = newKey(`f-${missing}`);
    const sender = newClaim(key);
    await on.ledger.claim(claimRequest(sender));
    await on.ledger.arm(sender, ARM_TIMES);
    await on.expireLease(key);
    await on.redis.hdel(recordKey(key), missing);
    for (let receives = 1; receives <= 3; receives++) {
      const { disposition } = deliver(on.ledger, key, { receives });
      assert.notEqual((await disposition).kind, 'done', missing);
      await on.expireLease(key);
    }
    assert.ok(['armed', 'unknown'].includes((await on.record(key)).phase ?? ''), missing);
  }
});

test('a phase that this version does not know: nobody sends it, a person looks', async () => {
  const key = newKey();
  const before = { phase: 'handedOver', dataHash: 'data-a' };
  await on.redis.hset(recordKey(key), before);
  const end = await deliver(on.ledger, key).disposition;
  assert.ok(end.kind === 'parked' && end.reason === 'unknown', JSON.stringify(end));
  assert.deepEqual(await on.record(key), before);
});
