import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from '../../local/redis.ts';
import { redisFindings, wrongOnes } from './support.ts';

let server: RedisServer;
let redis: Redis;
before(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
});
after(async () => {
  redis.disconnect();
  await server.stop();
});
beforeEach(async () => {
  await redis.config('SET', 'maxmemory', '0');
  await redis.config('SET', 'maxmemory-policy', 'noeviction');
  await redis.config('RESETSTAT');
  await redis.flushall();
});

const look = async () => (await redisFindings({ redisUrl: server.url }, { init: true })).join('\n');

test('keys that were evicted are told even when the policy is well by now', async () => {
  assert.match(await look(), /^ok no key was evicted/m);
  await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
  await redis.set('of', 'a submission');
  await redis.config('SET', 'maxmemory', '1');
  await redis.set('more', 'than there is room for').catch(() => {});
  await redis.config('SET', 'maxmemory', '0');
  await redis.config('SET', 'maxmemory-policy', 'noeviction');
  const text = await look();
  assert.match(text, /^WRONG \d+ keys were evicted.*may be forgotten.*Pause the forms/m);
  assert.equal(wrongOnes(text.split('\n')).length, 1);
});

test('memory is well below three quarters, and wrong from there on', async () => {
  const [, used] = /used_memory:(\d+)/.exec(await redis.info('memory')) ?? [];
  await redis.config('SET', 'maxmemory', String(Number(used) * 2));
  assert.match(await look(), /^ok memory: \d+ % of \d+ MB used$/m);
  await redis.config('SET', 'maxmemory', String(Math.round(Number(used) * 1.25)));
  assert.match(await look(), /^WRONG memory: (7[5-9]|[89]\d|1\d\d) % of .*Take a larger node/m);
});
