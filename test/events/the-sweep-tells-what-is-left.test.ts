import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { buildSweep } from '../../functions/build-sweep.ts';
import { DEFAULTS } from '../../lib/config/defaults.ts';
import { readLedgerStage } from '../../lib/config/stage.ts';
import { recordKey } from '../../lib/ledger/redis-ledger.ts';
import { eventsIn, refuses, tellerOn } from '../support/events.ts';
import { ARM_TIMES, claimRequest, newClaim, newKey, useLedger } from '../support/ledger.ts';

const on = useLedger();
const folder = await mkdtemp(join(tmpdir(), 'sekali-events-'));
after(() => rm(folder, { recursive: true }));
/** The test itself takes time. */
const SOON_MS = 20_000;

async function settled(dueForMs: number, phase: 'submitted' | 'unknown' = 'submitted'): Promise<string> {
  const claim = newClaim(newKey());
  await on.ledger.claim(claimRequest(claim));
  await on.ledger.arm(claim, ARM_TIMES);
  await on.ledger.settle(claim, phase, { text: 'R-7' });
  await on.redis.hset(recordKey(claim.key), 'eventDue', Date.now() - dueForMs);
  return claim.key;
}

/** What the scheduled function does. */
async function sweepNow(eventsFile?: string, remainingMs = 120_000) {
  const counted: Record<string, number> = {};
  const swept: Readonly<Record<string, unknown>>[] = [];
  const run = buildSweep({
    stage: readLedgerStage({
      SEKALI_STAGE: 'local',
      SEKALI_REDIS_URL: on.server.url,
      SEKALI_WAIT_REPLICAS: '0',
      SEKALI_EVENTS_FILE: eventsFile,
    }),
    registry: new Map(),
    telemetry: {
      info: (_message, fields) => void swept.push(fields),
      warn() {},
      count: (metric, value = 1) => {
        counted[metric] = (counted[metric] ?? 0) + value;
      },
    },
  });
  await run({ getRemainingTimeInMillis: () => remainingMs });
  return { counted, swept: swept.at(-1) };
}

const keysOf = async (file: string) => (await eventsIn(file)).map((event) => event.key).sort();

test('what is due for a while is told once; what was settled just now is left to its worker', async () => {
  await on.redis.flushdb();
  await on.redis.set('sekali:meta', '1:none');
  const file = join(folder, 'once.jsonl');
  const old = [
    await settled(DEFAULTS.sweepTellAfterMs + SOON_MS),
    await settled(DEFAULTS.sweepTellAfterMs + SOON_MS, 'unknown'),
  ];
  const young = await settled(DEFAULTS.sweepTellAfterMs - SOON_MS);
  assert.deepEqual((await sweepNow(file)).swept, { orphans: 0, raised: 0, due: 2, told: 2 });
  assert.deepEqual(await keysOf(file), old.sort());
  assert.deepEqual((await sweepNow(file)).swept, { orphans: 0, raised: 0, due: 0, told: 0 });
  assert.equal((await eventsIn(file)).length, 2);
  assert.ok((await on.record(young)).event !== undefined);
});

test('where nobody is to be told nothing is; turned on later, what is still due is told', async () => {
  await on.redis.flushdb();
  await on.redis.set('sekali:meta', '1:none');
  const keys: string[] = [];
  for (let nth = 0; nth < 25; nth++) keys.push(await settled(86_400_000));
  assert.deepEqual(await sweepNow(), {
    counted: { Orphans: 0 },
    swept: { orphans: 0, raised: 0, due: 0, told: 0 },
  });
  const file = join(folder, 'later.jsonl');
  assert.equal((await sweepNow(file)).swept?.told, 25);
  assert.deepEqual(await keysOf(file), keys.sort());
});

test('a sink that is down: the sweep gives up after one group, and tells all later; kept ones too', async () => {
  await on.redis.flushdb();
  await on.redis.set('sekali:meta', '1:none');
  for (let nth = 0; nth < 25; nth++) await settled(86_400_000);
  const { teller, sink } = tellerOn(on);
  sink.faults.push(refuses);
  const parked = {
    messageId: 'm-1',
    createdAtMs: 0,
    parkedAtMs: 0,
    reason: 'malformed',
    errors: [],
  } as const;
  await teller.tellParked(parked, SOON_MS);
  const file = join(folder, 'a-folder');
  await mkdir(file);
  const { swept, counted } = await sweepNow(file);
  assert.deepEqual([swept?.told, counted.EventsFailed], [0, 10 + 1]);
  await rmdir(file);
  assert.deepEqual((await sweepNow(file)).swept?.told, 26);
  assert.equal((await eventsIn(file)).length, 26);
});

test('ends that nobody can tell do not keep all others back for ever', async () => {
  await on.redis.flushdb();
  await on.redis.set('sekali:meta', '1:none');
  const keys: string[] = [];
  for (let nth = 0; nth < 11; nth++) keys.push(await settled(86_400_000));
  const good = keys.at(-1) ?? '';
  const { teller, sink } = tellerOn(on);
  for (const key of keys.slice(0, 10)) await on.redis.hset(recordKey(key), 'event', '{');
  // In one of eleven it begins with all ten.
  for (let nth = 0; nth < 30 && sink.events.length === 0; nth++) await teller.tellAll(keys, () => SOON_MS);
  assert.deepEqual(
    sink.events.map(({ key }) => key),
    [good],
  );
});

test('with little of its time left it tells nothing more', async () => {
  await on.redis.flushdb();
  await on.redis.set('sekali:meta', '1:none');
  await settled(86_400_000);
  const file = join(folder, 'late.jsonl');
  const { swept, counted } = await sweepNow(file, DEFAULTS.sweepClosingMs);
  assert.deepEqual([swept?.due, swept?.told, counted.EventsFailed], [1, 0, undefined]);
  assert.equal((await sweepNow(file)).swept?.told, 1);
});

test('an orphan that the sweep itself settles is told at once', async () => {
  await on.redis.flushdb();
  await on.redis.set('sekali:meta', '1:none');
  const sender = newClaim(newKey());
  await on.ledger.claim(claimRequest(sender));
  const goneMs = 2 * DEFAULTS.sweepSlackMs;
  await on.ledger.arm(sender, { deadlineMs: -goneMs, minLeaseMs: 0 });
  await on.redis.hset(recordKey(sender.key), { armedAt: Date.now() - goneMs, metAt: Date.now() - goneMs });
  await on.expireLease(sender.key);
  const file = join(folder, 'orphan.jsonl');
  assert.equal((await sweepNow(file)).swept?.raised, 1);
  assert.deepEqual(
    (await eventsIn(file)).map(({ type, key }) => [type, key]),
    [['unknown', sender.key]],
  );
});
