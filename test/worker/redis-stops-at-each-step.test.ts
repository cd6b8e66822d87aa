import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Browsers } from '../../lib/senders/gated-context.ts';
import { type RedisServer, startRedis } from '../../local/redis.ts';
import { sharedBrowser, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, startWorld, until, type World } from '../support/worker.ts';

const PARAMS = {
  leaseTtlMs: 4_000,
  heartbeatMs: 1_000,
  abortMarginMs: 500,
  backoffBaseMs: 1_000,
  proofTimeoutMs: 5_000,
};

/** A Redis that keeps what it acknowledged, so that it can be killed and started again on the same data. */
async function onDisk() {
  const dir = await mkdtemp(join(tmpdir(), 'sekali-redis-'));
  after(() => rm(dir, { recursive: true, force: true }));
  return { dir, appendOnly: true };
}

/** A redelivery may end before the first one, which tries to settle for a while. */
const firstOf = (world: World) => world.dispositions().find(({ receives }) => receives === 1);

async function restart(redis: RedisServer, options: { dir: string; appendOnly: boolean }): Promise<void> {
  const again = await startRedis({ ...options, port: redis.port });
  after(() => again.stop());
}

test('before claim: gives up within 5 s without a browser, the message stays; later it is sent once', async () => {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : PAGE),
  );
  let contexts = 0;
  const browsers: Browsers = {
    newContext(options, prepare) {
      contexts++;
      return sharedBrowser.newContext(options, prepare);
    },
  };
  const redisOptions = await onDisk();
  const world = await startWorld({
    target,
    forms: [testForm(target)],
    params: PARAMS,
    redis: redisOptions,
    browsers,
  });
  await world.redis.kill();
  await world.send(message({ name: 'Ana' }));
  const startedMs = performance.now();
  world.startPolling();
  const first = await until('the end of the first delivery', () => firstOf(world));
  assert.ok(performance.now() - startedMs < 5_000);
  assert.equal(first.disposition, 'retry');
  assert.equal(contexts, 0);

  await restart(world.redis, redisOptions);
  await until('an empty queue', async () => (await world.left()) === 0);
  assert.equal(target.count('POST'), 1);
});

test('before arm: nothing is sent; later it is sent once', async () => {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : PAGE),
  );
  let stopRedis: (() => Promise<void>) | undefined;
  const form = testForm(target, {
    fill: async (page, { name }) => {
      await page.locator('input').fill(name);
      await stopRedis?.();
      stopRedis = undefined;
    },
  });
  const redisOptions = await onDisk();
  const world = await startWorld({ target, forms: [form], params: PARAMS, redis: redisOptions });
  stopRedis = () => world.redis.kill();
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  const first = await until('the end of the first delivery', () => firstOf(world));
  assert.equal(first.disposition, 'retry');
  assert.equal(target.count('POST'), 0);

  await restart(world.redis, redisOptions);
  await until('an empty queue', async () => (await world.left()) === 0);
  assert.equal(target.count('POST'), 1);
});

test('before settle: one POST, and never a second; the message ends parked as unknown', async () => {
  let stopRedis: () => Promise<void> = async () => {};
  const target = await startTarget(async (seen, response) => {
    if (seen.method === 'POST') await stopRedis();
    html(response, seen.method === 'POST' ? RECEIPT : PAGE);
  });
  const redisOptions = await onDisk();
  const world = await startWorld({ target, forms: [testForm(target)], params: PARAMS, redis: redisOptions });
  stopRedis = () => world.redis.kill();
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  const first = await until('the end of the first delivery', () => firstOf(world));
  assert.equal(first.disposition, 'retry');
  assert.equal(await world.left(), 1);

  await restart(world.redis, redisOptions);
  await until('an empty queue', async () => (await world.left()) === 0);
  assert.equal(target.count('POST'), 1);
  const parked = await world.parked();
  assert.deepEqual(
    parked.map(({ reason }) => reason),
    ['unknown'],
  );
  assert.equal((await world.record(parked[0]?.key ?? '')).phase, 'unknown');
});

test('back, but emptied: nothing is sent again, however often it is delivered', async () => {
  let stopRedis: () => Promise<void> = async () => {};
  const target = await startTarget(async (seen, response) => {
    if (seen.method === 'POST') await stopRedis();
    html(response, seen.method === 'POST' ? RECEIPT : PAGE);
  });
  const world = await startWorld({ target, forms: [testForm(target)], params: PARAMS });
  stopRedis = () => world.redis.kill();
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  await until('the end of the first delivery', () => firstOf(world));
  const again = await startRedis({ port: world.redis.port });
  after(() => again.stop());
  await until(
    'deliveries that meet it',
    () => world.dispositions().filter(({ why }) => /emptied or swapped/.test(String(why))).length >= 2,
  );
  assert.equal(target.count('POST'), 1);
  assert.equal(await world.left(), 1);
});
