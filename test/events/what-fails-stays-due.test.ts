import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDue } from '../../lib/ledger/due.ts';
import { refuses, tellerOn } from '../support/events.ts';
import { ARM_TIMES, claimRequest, META, newClaim, newKey, useLedger } from '../support/ledger.ts';

const on = useLedger();
const SOON_MS = 60_000;

async function submitted(): Promise<string> {
  const claim = newClaim(newKey());
  await on.ledger.claim(claimRequest(claim));
  await on.ledger.arm(claim, ARM_TIMES);
  await on.ledger.settle(claim, 'submitted', { text: 'R-7' });
  return claim.key;
}

const isDue = async (key: string) => (await readDue(on.connection, key, META)) !== undefined;

test('a sink that refuses: counted, logged, due; told later', async () => {
  const { teller, sink, counted, warned } = tellerOn(on);
  const key = await submitted();
  sink.faults.push(refuses);
  assert.equal(await teller.tell(key, SOON_MS), false);
  assert.deepEqual(counted, ['EventsFailed']);
  assert.deepEqual(warned, [{ message: 'an event was not told', key, why: 'the bus is down' }]);
  assert.equal(await isDue(key), true);
  assert.equal(await teller.tell(key, SOON_MS), true);
  assert.equal(sink.events.length, 1);
  assert.equal(await isDue(key), false);
});

test('a sink that hangs is waited for no longer than it may take, or than is left', async () => {
  for (const [timeoutMs, withinMs] of [
    [100, SOON_MS],
    [SOON_MS, 100],
  ] as const) {
    const { teller, sink, counted } = tellerOn(on, { timeoutMs });
    const key = await submitted();
    sink.faults.push(() => sleep(30_000, undefined, { ref: false }));
    const startedMs = performance.now();
    assert.equal(await teller.tell(key, withinMs), false);
    assert.ok(performance.now() - startedMs < 5_000);
    assert.deepEqual(counted, ['EventsFailed']);
    assert.equal(await isDue(key), true);
  }
});

test('what nothing is left for is not begun', async () => {
  const { teller, sink, counted } = tellerOn(on);
  const key = await submitted();
  for (const withinMs of [0, -1, Number.NaN]) assert.equal(await teller.tell(key, withinMs), false);
  assert.deepEqual([sink.events, counted], [[], []]);
  assert.equal(await isDue(key), true);
});

test('broken off before it was written down that it was told: told again, under the same id', async () => {
  const { teller, sink } = tellerOn(on);
  const key = await submitted();
  const { eventDue = '', event = '' } = await on.record(key);
  await teller.tell(key, SOON_MS);
  await on.redis.hset(`sekali:{${key}}:record`, { eventDue, event });
  await teller.tell(key, SOON_MS);
  const [first, again] = sink.events;
  assert.deepEqual(again, first);
  assert.equal(sink.events.length, 2);
});

test('a ledger that is not ours: nothing is told of it, nothing is cleared', async () => {
  const key = await submitted();
  const { teller, sink, counted } = tellerOn(on, { meta: { ...META, epoch: 7 } });
  assert.equal(await teller.tell(key, SOON_MS), false);
  assert.deepEqual([sink.events, counted], [[], ['EventsFailed']]);
  assert.equal(await isDue(key), true);
});
