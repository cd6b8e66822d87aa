import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, until } from '../support/worker.ts';

const PARAMS = {
  leaseTtlMs: 10_000,
  heartbeatMs: 1_000,
  abortMarginMs: 500,
  backoffBaseMs: 200,
  maxAttempts: 1,
};

/** One message whose Redis, which evicts nothing, is full from `moment` on. */
async function fullFrom(moment: 'fill' | 'POST') {
  const parts: { world?: FaultyWorld } = {};
  const fill = async () => void (await parts.world?.admin.config('SET', 'maxmemory', '1'));
  const target = await startTarget(async (seen, response) => {
    if (moment === 'POST' && seen.method === 'POST') await fill();
    html(response, seen.method === 'POST' ? RECEIPT : PAGE);
  });
  let runs = 0;
  const form = testForm(target, {
    async fill(page, { name }) {
      await page.locator('input').fill(name);
      if (moment === 'fill' && ++runs === 1) await fill();
    },
  });
  const world = await startFaultyWorld({ target, forms: [form], params: PARAMS });
  parts.world = world;
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  const first = await until('the first delivery', () => world.dispositions()[0]);
  return { target, world, first, record: await world.record(String(first.key)) };
}

describe('Redis is full and evicts nothing', { concurrency: true }, () => {
  test('at the moment of arming: nothing is sent and no attempt burnt; with space again it is sent once', async () => {
    const { target, world, first, record } = await fullFrom('fill');
    assert.match(String(first.why), /OOM/);
    assert.equal(target.count('POST'), 0);
    assert.deepEqual([record.phase, record.attempt], ['open', '0']);
    await world.admin.config('SET', 'maxmemory', '0');
    await until('an empty queue', async () => (await world.left()) === 0);
    assert.equal(target.count('POST'), 1);
    assert.deepEqual(await world.parked(), []);
  });

  test('once it is sent: the outcome is written all the same', async () => {
    const { target, first, record } = await fullFrom('POST');
    assert.equal(first.disposition, 'done');
    assert.equal(record.phase, 'submitted');
    assert.equal(target.count('POST'), 1);
  });
});
