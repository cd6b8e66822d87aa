import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { Connection } from '../../lib/ledger/connection.ts';
import { keptEvents } from '../../lib/ledger/due.ts';
import { refuses, tellerOn } from '../support/events.ts';
import { DAY_MS, ledgerOptions, META, useLedger } from '../support/ledger.ts';

const on = useLedger();
const SOON_MS = 60_000;
const AT = Date.parse('2026-01-31T09:00:00.000Z');
const MALFORMED = {
  messageId: 'm-1',
  createdAtMs: AT,
  parkedAtMs: AT + 1_000,
  reason: 'malformed',
  errors: [{ field: '', message: 'the body is not JSON' }],
} as const;

const kept = async () => Object.keys(await keptEvents(on.connection, META)).sort();

test('with what is known of it', async () => {
  const { teller, sink } = tellerOn(on);
  await teller.tellParked(MALFORMED, SOON_MS);
  const known = { ...MALFORMED, form: 'visit', key: 'visit.1', phase: 'unknown', reason: 'unknown' } as const;
  await teller.tellParked(known, SOON_MS);
  const all = {
    id: 'm-1/parked',
    type: 'parked',
    stage: 'test',
    at: '2026-01-31T09:00:01.000Z',
    messageId: 'm-1',
    createdAt: '2026-01-31T09:00:00.000Z',
    errors: MALFORMED.errors,
  };
  assert.deepEqual(sink.events, [
    { ...all, reason: 'malformed' },
    { ...all, reason: 'unknown', form: 'visit', key: 'visit.1', phase: 'unknown' },
  ]);
  assert.deepEqual(await kept(), []);
});

test('what is wrong with a field has its code and limit, as the API tells them', async () => {
  const { teller, sink } = tellerOn(on);
  const message = 'Too small: expected string to have >=1 characters';
  const errors = [{ field: 'data.name', message, code: 'tooShort', limit: 1 }] as const;
  assert.equal(await teller.tellParked({ ...MALFORMED, reason: 'invalidData', errors }, SOON_MS), true);
  const [event] = sink.events;
  assert.deepEqual(event?.type === 'parked' && event.errors, errors);
});

test('the sink refuses, or no time is left: the ledger keeps it, as long as records live, and it is told later', async () => {
  const { teller, sink, counted } = tellerOn(on);
  sink.faults.push(refuses);
  assert.equal(await teller.tellParked(MALFORMED, SOON_MS), false);
  assert.equal(await teller.tellParked({ ...MALFORMED, messageId: 'm-2' }, 0), false);
  assert.deepEqual(counted, ['EventsFailed']);
  assert.deepEqual(await kept(), ['m-1/parked', 'm-2/parked']);
  const ttlMs = await on.redis.pttl('sekali:events:due');
  assert.ok(ttlMs > 29 * DAY_MS && ttlMs <= 30 * DAY_MS);
  sink.faults.push(refuses);
  assert.equal(await teller.tellKept(() => SOON_MS), 1);
  assert.equal(await teller.tellKept(() => SOON_MS), 1);
  assert.deepEqual(sink.events.map(({ id }) => id).sort(), ['m-1/parked', 'm-2/parked']);
  assert.deepEqual(await kept(), []);
});

test('Redis fails, too: the log holds it', async () => {
  const connection = new Connection(ledgerOptions('redis://127.0.0.1:1', { connectTimeoutMs: 200 }));
  const { teller, sink, counted, warned } = tellerOn({ connection });
  sink.faults.push(refuses);
  assert.equal(await teller.tellParked(MALFORMED, SOON_MS), false);
  connection.close();
  assert.deepEqual(counted, ['EventsFailed', 'EventsFailed']);
  assert.match(JSON.stringify(warned[1]), /"event":\{"id":"m-1\/parked".*the body is not JSON/);
});

test('a Redis that is silent is not waited for: the answer to the queue is', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const connection = new Connection(
    ledgerOptions(`redis://127.0.0.1:${port}`, { connectTimeoutMs: 20_000, commandTimeoutMs: 20_000 }),
  );
  const { teller, warned } = tellerOn({ connection }, { keepTimeoutMs: 100 });
  const startedMs = performance.now();
  assert.equal(await teller.tellParked(MALFORMED, 0), false);
  assert.ok(performance.now() - startedMs < 10_000);
  assert.match(JSON.stringify(warned), /"event":\{"id":"m-1\/parked".*timeout/);
  connection.close();
  silent.close();
});

test('another ledger than ours keeps nothing and tells nothing', async () => {
  const ours = tellerOn(on);
  ours.sink.faults.push(refuses);
  await ours.teller.tellParked(MALFORMED, SOON_MS);
  const { teller, sink, warned } = tellerOn(on, { meta: { ...META, epoch: 7 } });
  sink.faults.push(refuses);
  await teller.tellParked({ ...MALFORMED, messageId: 'm-3' }, SOON_MS);
  assert.match(JSON.stringify(warned[1]), /m-3\/parked.*emptied or swapped/);
  assert.equal(await teller.tellKept(() => SOON_MS), 0);
  assert.deepEqual(await kept(), ['m-1/parked']);
  await ours.teller.tellKept(() => SOON_MS);
});
