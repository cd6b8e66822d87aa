import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { buildSweep } from '../../functions/build-sweep.ts';
import { DEFAULTS } from '../../lib/config/defaults.ts';
import { readLedgerStage } from '../../lib/config/stage.ts';
import { defineForm } from '../../lib/form/define.ts';
import { registryOf } from '../../lib/form/registry.ts';
import { recordPage } from '../../lib/ledger/record-page.ts';
import { toSweep } from '../../lib/ledger/records.ts';
import { recordKey } from '../../lib/ledger/redis-ledger.ts';
import type { Claim } from '../../lib/submission/ports.ts';
import { sweep } from '../../lib/submission/sweep.ts';
import { claimRequest, newClaim, newKey, resolveAs, useLedger } from '../support/ledger.ts';

const on = useLedger();
const GRACE_MS = 60_000;
const LONG_GRACE_MS = 10 * GRACE_MS;
const GONE_MS = DEFAULTS.sweepSlackMs + GRACE_MS;
/** The test itself takes time. */
const SOON_MS = 30_000;

const form = (name: string, more: object = {}) =>
  defineForm({
    name,
    allow: ['target.example'],
    fields: z.strictObject({ name: z.string() }),
    identity: ['name'],
    url: () => 'https://target.example/',
    label: () => '',
    fill: async () => {},
    submit: (page) => page.locator('button'),
    receipt: () => undefined,
    ...more,
  });

const REGISTRY = registryOf([
  form('plain'),
  form('verified', { verify: { url: () => '', judge: () => undefined } }),
  form('patient', { flightGraceMs: LONG_GRACE_MS }),
]);

/** Armed; its sender is dead since `deadMs`, a delivery met it `metMs` ago. */
async function orphan(formName: string, deadMs: number, metMs = deadMs): Promise<Claim> {
  const sender = newClaim(newKey(formName));
  await on.ledger.claim(claimRequest(sender, { label: 'Ana at jakarta-run' }));
  await on.ledger.arm(sender, { deadlineMs: -deadMs, minLeaseMs: 0 });
  await on.redis.hset(recordKey(sender.key), {
    armedAt: Date.now() - deadMs - 1_000,
    metAt: Date.now() - metMs,
  });
  await on.expireLease(sender.key);
  return sender;
}

/** As people list them. */
async function keysIn(phase: string): Promise<string[]> {
  return (await recordPage(on.connection, phase, '0')).found.map(({ key }) => key);
}

interface Seen {
  readonly warned: Readonly<Record<string, unknown>>[];
  readonly counted: Record<string, number>;
}

function telemetry(seen: Seen) {
  return {
    info() {},
    warn: (message: string, fields: Readonly<Record<string, unknown>>) =>
      void seen.warned.push({ message, ...fields }),
    count: (metric: string, value = 1) => {
      seen.counted[metric] = (seen.counted[metric] ?? 0) + value;
    },
  };
}

/** What the scheduled function does, on an otherwise empty ledger. */
async function sweepNow(): Promise<Seen> {
  const seen: Seen = { warned: [], counted: {} };
  const stage = readLedgerStage({
    SEKALI_STAGE: 'local',
    SEKALI_REDIS_URL: on.server.url,
    SEKALI_WAIT_REPLICAS: '0',
  });
  const run = buildSweep({ stage, registry: REGISTRY, telemetry: telemetry(seen) });
  await run({ getRemainingTimeInMillis: () => 60_000 });
  return seen;
}

async function forget(...keys: readonly string[]): Promise<void> {
  await on.redis.del(...keys.map(recordKey));
}

test('without verify: unknown, as its message would have made it, on the list that people look at', async () => {
  for (const name of ['plain', 'form-of-last-year']) {
    const { key } = await orphan(name, GONE_MS + SOON_MS);
    const { warned, counted } = await sweepNow();
    assert.deepEqual(counted, { Orphans: 1, Unknown: 1 });
    assert.deepEqual(
      warned.map(({ key, form, label }) => ({ key, form, label })),
      [{ key, form: name, label: 'Ana at jakarta-run' }],
    );
    assert.match(String(warned[0]?.next), new RegExp(`resolve ${key} landed\\|absent`));
    const { phase, outcome } = await on.record(key);
    assert.equal(phase, 'unknown');
    assert.match(outcome ?? '', /no message comes/);
    assert.equal(await on.lease(key), null);
    assert.ok((await keysIn('unknown')).includes(key));
    assert.deepEqual((await sweepNow()).counted, { Orphans: 0 });
    await forget(key);
  }
});

test('with verify: stays armed and is raised each time, until a person resolves it', async () => {
  const [there, notThere] = [
    await orphan('verified', GONE_MS + SOON_MS),
    await orphan('verified', GONE_MS + SOON_MS),
  ];
  const before = await on.record(there.key);
  for (let nth = 0; nth < 2; nth++) {
    const { warned, counted } = await sweepNow();
    assert.deepEqual(counted, { Orphans: 2 });
    assert.deepEqual(warned.map(({ key }) => key).sort(), [there.key, notThere.key].sort());
    assert.match(String(warned[0]?.next), /send its message once more/);
  }
  assert.deepEqual(await on.record(there.key), before);
  assert.ok((await keysIn('armed')).includes(there.key));

  for (const [{ key }, verdict, phase] of [
    [there, 'landed', 'submitted'],
    [notThere, 'absent', 'open'],
  ] as const) {
    assert.equal(await resolveAs(on, key, verdict, GRACE_MS), 'resolved');
    assert.equal((await on.record(key)).phase, phase);
  }
  assert.deepEqual((await sweepNow()).counted, { Orphans: 0 });
  await forget(there.key, notThere.key);
});

test('nothing else is touched: younger, met lately, leased, or not armed', async () => {
  const held = await orphan('plain', GONE_MS + SOON_MS);
  await on.ledger.claim(claimRequest(newClaim(held.key), { leaseMs: 60_000 }));
  await on.redis.hset(recordKey(held.key), 'metAt', 0);
  const claimed = newClaim(newKey('plain'));
  await on.ledger.claim(claimRequest(claimed));
  await on.expireLease(claimed.key);
  const settled = await orphan('plain', GONE_MS + SOON_MS);
  await on.ledger.settle(settled, 'submitted', { text: 'receipt 1' });
  const all = [
    await orphan('plain', GONE_MS - SOON_MS),
    await orphan('patient', GONE_MS + SOON_MS),
    await orphan('verified', GONE_MS - SOON_MS),
    await orphan('plain', GONE_MS + SOON_MS, DEFAULTS.sweepSlackMs - SOON_MS),
    await orphan('verified', GONE_MS + SOON_MS, DEFAULTS.sweepSlackMs - SOON_MS),
    await orphan('plain', -SOON_MS),
    held,
    claimed,
    settled,
  ].map(({ key }) => key);
  const everything = async () => [
    await Promise.all(all.map(on.record)),
    await Promise.all(all.map(on.lease)),
    await Promise.all(all.map(on.recordTtl)).then((ttls) => ttls.map((ttlMs) => ttlMs > 0)),
  ];
  const before = await everything();
  const { warned, counted } = await sweepNow();
  assert.deepEqual(await everything(), before);
  assert.deepEqual({ warned, counted }, { warned: [], counted: { Orphans: 0 } });
  await forget(...all);
});

test('a form’s own flightGrace counts', async () => {
  const { key } = await orphan('patient', DEFAULTS.sweepSlackMs + LONG_GRACE_MS + SOON_MS);
  assert.deepEqual((await sweepNow()).counted, { Orphans: 1, Unknown: 1 });
  await forget(key);
});

test('three in a row pull the brake, as everywhere', async () => {
  const keys: string[] = [];
  for (let nth = 0; nth < 3; nth++) keys.push((await orphan('braked', GONE_MS + SOON_MS)).key);
  assert.deepEqual((await sweepNow()).counted, { Orphans: 3, Unknown: 3, FormPaused: 1 });
  await forget(...keys);
});

test('another ledger than ours: nothing is written', async () => {
  const { key } = await orphan('plain', GONE_MS + SOON_MS);
  const meta = (await on.redis.get('sekali:meta')) ?? '';
  await on.redis.set('sekali:meta', '7:other');
  const before = await on.record(key);
  await sweepNow();
  await on.redis.set('sekali:meta', meta);
  assert.deepEqual(await on.record(key), before);
  await forget(key);
});

const worldOf = (seen: Seen) => ({
  ledger: on.ledger,
  outcomes: { tell: async () => true },
  telemetry: telemetry(seen),
  invocation: { remainingMs: () => 60_000 },
  leaseTtlMs: DEFAULTS.leaseTtlMs,
  slackMs: DEFAULTS.sweepSlackMs,
  flightGraceMs: () => GRACE_MS,
  canVerify: () => false,
});

/** The sweep, with what it had read before something else happened. */
async function sweepLate(meanwhile: (key: string, sender: Claim) => Promise<unknown>) {
  const sender = await orphan('plain', GONE_MS + SOON_MS);
  const { orphans } = await toSweep(on.connection);
  await meanwhile(sender.key, sender);
  const before = await on.record(sender.key);
  const seen: Seen = { warned: [], counted: {} };
  await sweep(orphans, worldOf(seen));
  const after = await on.record(sender.key);
  const lease = await on.lease(sender.key);
  await forget(sender.key);
  await on.expireLease(sender.key);
  return { before, after, lease, warned: seen.warned };
}

test('armed anew since it was read: the new arming stays, and the lease is given back', async () => {
  const { before, after, lease, warned } = await sweepLate(async (key, sender) => {
    await on.ledger.disarm(sender, 'keep', 'unsent');
    const next = newClaim(key);
    await on.ledger.claim(claimRequest(next));
    await on.ledger.arm(next, { deadlineMs: 60_000, minLeaseMs: 0 });
    await on.expireLease(key);
  });
  const arming = ({ phase, armedBy, deadline }: Record<string, string>) => ({ phase, armedBy, deadline });
  assert.deepEqual(arming(after), arming(before));
  assert.equal(after.phase, 'armed');
  assert.deepEqual({ lease, warned }, { lease: null, warned: [] });
});

test('opened since it was read: it stays open, with its attempts, for its message', async () => {
  const { before, after, lease, warned } = await sweepLate((_key, sender) =>
    on.ledger.disarm(sender, 'keep', 'unsent'),
  );
  assert.deepEqual([after.phase, after.attempt], ['open', before.attempt]);
  assert.deepEqual({ lease, warned }, { lease: null, warned: [] });
});

test('somebody is at it, or it is settled by now: left to them', async () => {
  for (const meanwhile of [
    (key: string) => on.ledger.claim(claimRequest(newClaim(key))),
    (_key: string, sender: Claim) => on.ledger.settle(sender, 'submitted', { text: 'receipt 1' }),
  ]) {
    const { before, after, warned } = await sweepLate(meanwhile);
    assert.deepEqual([after.phase, after.outcome], [before.phase, before.outcome]);
    assert.deepEqual(warned, []);
  }
});

test('nobody can be told: it is tried once, not once for each, and all are settled and counted', async () => {
  const senders = [
    await orphan('plain', GONE_MS + SOON_MS),
    await orphan('plain', GONE_MS + SOON_MS),
    await orphan('plain', GONE_MS + SOON_MS),
  ];
  const { orphans } = await toSweep(on.connection);
  const seen: Seen = { warned: [], counted: {} };
  let tries = 0;
  const tell = async () => {
    tries++;
    return false;
  };
  await sweep(orphans, { ...worldOf(seen), outcomes: { tell } });
  assert.equal(tries, 1);
  assert.equal(seen.counted.Orphans, senders.length);
  for (const { key } of senders) {
    const { phase, event } = await on.record(key);
    assert.deepEqual([phase, event !== undefined], ['unknown', true]);
    await forget(key);
  }
});
