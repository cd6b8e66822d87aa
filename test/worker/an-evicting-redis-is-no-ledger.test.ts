import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { redisFindings, wrongOnes } from '../doctor/support.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, until } from '../support/worker.ts';

const PARAMS = { leaseTtlMs: 10_000, heartbeatMs: 1_000, abortMarginMs: 500, backoffBaseMs: 200 };

interface Parts {
  world?: FaultyWorld;
}

/** Redis runs full with a policy that takes whatever has a time to live: leases, and records of what was settled. */
async function evict({ world }: Parts): Promise<void> {
  assert.ok(world);
  await world.admin.config('SET', 'maxmemory-policy', 'volatile-ttl');
  await world.admin.config('SET', 'maxmemory', '1');
  await world.admin.set('more', 'than there is room for').catch(() => {});
  await world.admin.config('SET', 'maxmemory', '0');
}

async function start(
  parts: Parts,
  moments: { onFill?: () => Promise<void>; onPost?: () => Promise<void> } = {},
) {
  const target = await startTarget(async (seen, response) => {
    if (seen.method === 'POST') await moments.onPost?.();
    html(response, seen.method === 'POST' ? RECEIPT : PAGE);
  });
  const form = testForm(target, {
    async fill(page, { name }) {
      await page.locator('input').fill(name);
      await moments.onFill?.();
    },
  });
  const world = await startFaultyWorld({ target, forms: [form], params: PARAMS });
  parts.world = world;
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  return { target, world, empty: () => until('an empty queue', async () => (await world.left()) === 0) };
}

describe('Redis evicts', { concurrency: true }, () => {
  test('a lease before arming: held by nobody, so nothing is sent under it; later one POST', async () => {
    const parts: Parts = {};
    let fills = 0;
    const { target, world, empty } = await start(parts, {
      async onFill() {
        if (++fills === 1) await evict(parts);
      },
    });
    const first = await until('the first delivery', () => world.dispositions()[0]);
    assert.equal(first.disposition, 'retry');
    assert.match(String(first.why), /lease/);
    assert.equal(target.count('POST'), 0);
    await empty();
    assert.equal(target.count('POST'), 1);
  });

  test('a lease after arming: the record decides; a duplicate is parked, late proof settles, one POST', async () => {
    const parts: Parts = {};
    const { target, world, empty } = await start(parts, {
      async onPost() {
        await evict(parts);
        await parts.world?.send(message({ name: 'Ana' }));
        await until('the duplicate', () => parts.world?.dispositions()[0]);
      },
    });
    await empty();
    assert.equal(target.count('POST'), 1);
    assert.deepEqual(
      world.dispositions().map(({ disposition, reason }) => [disposition, reason]),
      [
        ['parked', 'unknown'],
        ['done', undefined],
      ],
    );
    const [key = ''] = await world.keys();
    assert.equal((await world.record(key)).phase, 'submitted');
  });

  test('what was submitted: it is forgotten and sent again, which is why doctor does not accept such a Redis', async () => {
    const parts: Parts = {};
    const { target, world, empty } = await start(parts);
    await empty();
    const [key = ''] = await world.keys();
    assert.equal((await world.record(key)).phase, 'submitted');
    await evict(parts);
    assert.deepEqual(await world.keys(), []);
    await world.send(message({ name: 'Ana' }));
    await until('the duplicate', () => world.dispositions()[1]);
    await empty();
    assert.equal(target.count('POST'), 2);

    const [policy, evicted, ...others] = wrongOnes(await redisFindings({ redisUrl: world.redis.url }));
    assert.match(policy ?? '', /^maxmemory-policy is volatile-ttl: a /);
    assert.match(evicted ?? '', /^\d+ keys were evicted since it started/);
    assert.deepEqual(others, []);
  });
});
