import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Redis } from 'ioredis';
import { META_KEY } from '../../lib/ledger/meta.ts';
import { startChild } from '../../local/children.ts';
import { freePort } from '../../local/ports.ts';
import { type RedisServer, startRedis } from '../../local/redis.ts';
import { redisServer } from '../../local/redis-binary.ts';
import { until } from '../support/until.ts';
import { redisFindings, startReplica, wrongOnes } from './support.ts';

let primary: RedisServer;
before(async () => {
  primary = await startRedis();
});
after(() => primary.stop());

test('ElastiCache Serverless is refused by its host name, before anything is asked of it', async () => {
  for (const host of [
    'a.serverless.euw1.cache.amazonaws.com',
    'A-x.Serverless.cnn1.cache.amazonaws.com.cn',
  ]) {
    const texts = await redisFindings(
      { redisUrl: `rediss://${host}:6379` },
      { lookUp: () => assert.fail('looked up') },
    );
    assert.equal(texts.length, 1);
    assert.match(
      texts[0] ?? '',
      /^WRONG a.* is ElastiCache Serverless.*volatile-lru.*Take a node-based.*noeviction/i,
    );
  }
});

test('a node-based ElastiCache whose name has the word in it is not', async () => {
  const redisUrl = 'rediss://master.serverless-forms.ab12cd.euw1.cache.amazonaws.com:6379';
  const texts = await redisFindings(
    { redisUrl },
    { lookUp: async () => Promise.reject(new Error('nowhere')) },
  );
  assert.doesNotMatch(texts.join('\n'), /ElastiCache Serverless/);
});

test('cluster mode with volatile-lru is told to be set up like it, and --init writes nothing', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'sekali-cluster-'));
  const port = await freePort();
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', ''];
  const like = ['--cluster-enabled', 'yes', '--maxmemory-policy', 'volatile-lru'];
  const server = await startChild(await redisServer(), [...place, ...like], { stdio: 'ignore' });
  const redis = new Redis(port);
  redis.on('error', () => {});
  t.after(async () => {
    redis.disconnect();
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  });
  await redis.cluster('ADDSLOTSRANGE', 0, 16_383);
  await until('the cluster', async () => (await redis.cluster('INFO')).includes('cluster_state:ok'));

  const texts = await redisFindings({ redisUrl: `redis://127.0.0.1:${port}` }, { init: true });
  assert.equal(wrongOnes(texts).length, 1);
  assert.match(texts.join('\n'), /WRONG this Redis is set up as ElastiCache Serverless.*Take/);
  assert.equal(await redis.dbsize(), 0);
});

test('a replica takes no writes: the reader endpoint is wrong, and --init is not tried on it', async (t) => {
  const replica = await startReplica(primary.port);
  t.after(() => replica.stop());
  const texts = await redisFindings({ redisUrl: replica.url, waitReplicas: '1' }, { init: true });
  assert.deepEqual(wrongOnes(texts), [
    'it is a replica, which takes no writes: use the address of the primary, not the reader’s',
  ]);
  const redis = new Redis(primary.url);
  assert.equal(await redis.get(META_KEY), null);
  redis.disconnect();
});
