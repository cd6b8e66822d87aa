import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Redis } from 'ioredis';
import { recordKey } from '../../lib/ledger/redis-ledger.ts';
import armText from '../../lib/ledger/scripts/arm.lua';
import { type RedisServer, startRedis } from '../../local/redis.ts';
import type { Decide, Fate, Passing } from '../faults/redis-proxy.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, until } from '../support/worker.ts';

const PARAMS = {
  waitReplicas: 1,
  leaseTtlMs: 10_000,
  heartbeatMs: 1_000,
  abortMarginMs: 500,
  backoffBaseMs: 200,
};

async function startServer() {
  const server = await startRedis();
  const redis = new Redis(server.url);
  redis.on('error', () => {});
  after(async () => {
    redis.disconnect();
    await server.kill();
  });
  return { server, redis };
}

async function follow(replica: Redis, primary: RedisServer): Promise<void> {
  await replica.replicaof('127.0.0.1', primary.port);
  const following = async () => (await replica.info('replication')).includes('master_link_status:up');
  await until('a replica that follows', following);
}

/** One message, a worker that asks for one replica, and what the test does at each moment. */
async function start(moments: {
  readonly onRedis?: (parts: Parts) => Decide;
  readonly onFill?: (parts: Parts) => Promise<void>;
  readonly onPost?: (parts: Parts) => Promise<void>;
}) {
  const { server: second, redis: secondRedis } = await startServer();
  const parts: Parts = { second, secondRedis };
  const target = await startTarget(async (seen, response) => {
    if (seen.method === 'POST') await moments.onPost?.(parts);
    html(response, seen.method === 'POST' ? RECEIPT : PAGE);
  });
  const form = testForm(target, {
    async fill(page, { name }) {
      await page.locator('input').fill(name);
      await moments.onFill?.(parts);
    },
  });
  const onRedis = moments.onRedis?.(parts);
  const world = await startFaultyWorld({
    target,
    forms: [form],
    params: PARAMS,
    ...(onRedis && { onRedis }),
  });
  parts.world = world;
  for (const redis of [world.admin, secondRedis]) {
    // Otherwise a first synchronisation waits 5 s for more replicas.
    await redis.config('SET', 'repl-diskless-sync-delay', '0');
  }
  await follow(secondRedis, world.redis);
  // Otherwise the first WAIT behind an arming stands behind the answer that the script is not known.
  await world.admin.script('LOAD', armText);
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  return { world, target, second, secondRedis };
}

interface Parts {
  readonly second: RedisServer;
  readonly secondRedis: Redis;
  world?: FaultyWorld;
}

async function endsSubmittedOnce({ world, target, secondRedis }: Awaited<ReturnType<typeof start>>) {
  await until('an empty queue', async () => (await world.left()) === 0);
  assert.equal(target.count('POST'), 1);
  assert.deepEqual(await world.parked(), []);
  const key = String(world.dispositions().at(-1)?.key);
  assert.equal(await secondRedis.hget(recordKey(key), 'phase'), 'submitted');
}

/** The second is the primary now; `dies`: the first is gone, else it follows the second and keeps its connections. */
async function failOver({ world, second, secondRedis }: Parts, how: 'dies' | 'follows'): Promise<void> {
  assert.ok(world);
  await secondRedis.replicaof('NO', 'ONE');
  world.moveRedisTo(second.port);
  if (how === 'follows') return follow(world.admin, second);
  await world.redis.kill();
  const { redis: third } = await startServer();
  await follow(third, second);
}

describe('the primary changes', { concurrency: true }, () => {
  for (const how of ['follows', 'dies'] as const) {
    test(`after an arming that the replica has (the old one ${how}): settled there, one POST`, async () => {
      await endsSubmittedOnce(await start({ onPost: (parts) => failOver(parts, how) }));
    });
  }

  test('before an arming that only the old one has: not confirmed, taken back, sent once later', async () => {
    let runs = 0;
    const started = await start({
      async onFill({ world, second, secondRedis }) {
        if (++runs > 1) return;
        await until('the claim on the replica', async () => (await secondRedis.keys('*record')).length === 1);
        await secondRedis.replicaof('NO', 'ONE');
        world?.moveRedisTo(second.port);
      },
    });
    const { world, target } = started;
    const first = await until('the first delivery', () => world.dispositions()[0]);
    assert.equal(first.disposition, 'retry');
    assert.match(String(first.why), /the arming was not confirmed by a replica/);
    assert.equal(target.count('POST'), 0);
    assert.equal((await world.record(String(first.key))).phase, 'open');
    // What only the old one knew is forgotten.
    await follow(world.admin, started.second);
    await endsSubmittedOnce(started);
  });

  test('between an arming and its WAIT: a replica of the new one confirms nothing; sent once later', async () => {
    let arming: Passing['client'] | undefined;
    let armed = false;
    let over = false;
    const started = await start({
      onRedis:
        (parts) =>
        async ({ what, moment, client }): Promise<Fate> => {
          armed ||= what === 'arm' && moment === 'answered';
          if (over) return 'pass';
          if (what === 'arm' && moment === 'arrived') {
            arming = client;
            await parts.secondRedis.replicaof('NO', 'ONE');
          }
          if (what === 'wait' && moment === 'arrived' && client.remotePort === arming?.remotePort) {
            over = true;
            await until('the answer to the arming', () => armed);
            await failOver(parts, 'dies');
          }
          return 'pass';
        },
    });
    const { world, target } = started;
    const first = await until('the first delivery', () => world.dispositions()[0]);
    assert.equal(first.disposition, 'retry');
    assert.equal(target.count('POST'), 0);
    await endsSubmittedOnce(started);
  });
});
