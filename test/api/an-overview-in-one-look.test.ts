import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Connection } from '../../lib/ledger/connection.ts';
import { overview } from '../../lib/ledger/overview.ts';
import { recordKey } from '../../lib/ledger/redis-ledger.ts';
import { PHASES } from '../../lib/submission/phases.ts';
import { type ApiWorld, keyFor, startApi } from '../support/api.ts';
import { ledgerOptions } from '../support/ledger.ts';

const NEWEST = 50;
/** As the console asks in its own time; a step of the walk, in which Redis does nothing else. */
const MOST_MS = 5_000;

async function fill({ redis }: ApiWorld, count: number, phaseOf: (nth: number) => string) {
  for (let nth = 0; nth < count; ) {
    const write = redis.pipeline();
    for (const end = Math.min(count, nth + 5_000); nth < end; nth++) {
      const phase = phaseOf(nth);
      write.hset(recordKey(`test-form.${nth}`), {
        ...{ phase, form: 'test-form', label: `${nth}`, createdAt: nth + 1, claimedAt: nth + 1 },
        ...(phase === 'submitted' && { settledAt: nth + 2 }),
      });
    }
    await write.exec();
  }
}

test('one answer counts every phase, and tells those that changed last in full', async () => {
  const world = await startApi();
  await fill(world, 3_000, (nth) => (nth % 10 === 0 ? 'refused' : 'submitted'));
  await world.settled('a', 'unknown');
  const { status, body } = await world.ask('GET', '/overview');
  assert.equal(status, 200);
  assert.equal(body.complete, true);
  const counts = PHASES.map((phase) => body.phases[phase].count);
  assert.deepEqual(counts, [0, 0, 0, 2_700, 300, 1]);
  const keysOf = (phase: string) => body.phases[phase].newest.map(({ key }: { key: string }) => key);
  assert.deepEqual(keysOf('unknown'), [keyFor('a')]);
  const last = Array.from({ length: NEWEST }, (_, nth) => `test-form.${2_990 - nth * 10}`);
  assert.deepEqual(keysOf('refused'), last);
  assert.equal(keysOf('submitted').length, NEWEST);
  assert.equal(keysOf('submitted')[0], 'test-form.2999');
});

test('of 100,000 records it is complete, small, and holds up nobody', async (t) => {
  const world = await startApi();
  await fill(world, 100_000, (nth) => (nth % 5_000 === 7 ? 'unknown' : 'submitted'));
  const startedMs = performance.now();
  let over = false;
  let worstMs = 0;
  const beats = (async () => {
    while (!over) {
      const askedMs = performance.now();
      await world.redis.ping();
      worstMs = Math.max(worstMs, performance.now() - askedMs);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const { body, bytes } = await world.ask('GET', '/overview');
  const tookMs = performance.now() - startedMs;
  over = true;
  await beats;
  t.diagnostic(
    `${tookMs.toFixed(0)} ms, ${bytes.length} bytes; another waited for ${worstMs.toFixed(0)} ms at most`,
  );
  assert.equal(body.complete, true);
  assert.deepEqual([body.phases.submitted.count, body.phases.unknown.count], [99_980, 20]);
  assert.ok(tookMs < MOST_MS, `${tookMs} ms`);
  assert.ok(bytes.length < 100_000, `${bytes.length} bytes`);
});

test('when its time is over it says that it has not seen all', async () => {
  const world = await startApi();
  await fill(world, 3_000, () => 'submitted');
  const connection = new Connection(ledgerOptions(world.server.url));
  try {
    const seen = await overview(connection, { newest: 5, budgetMs: 0, stepRecords: 100 });
    assert.equal(seen.complete, false);
    assert.ok(seen.phases.submitted.count > 0 && seen.phases.submitted.count < 3_000);
    assert.equal(seen.phases.submitted.newest.length, 5);
  } finally {
    connection.close();
  }
});
