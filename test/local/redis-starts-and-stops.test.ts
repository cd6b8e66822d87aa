import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Redis } from 'ioredis';
import { startRedis } from '../../local/redis.ts';

const ask = async <Answer>(url: string, question: (redis: Redis) => Promise<Answer>) => {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => {});
  try {
    await redis.connect();
    return await question(redis);
  } finally {
    redis.disconnect();
  }
};

test('two servers side by side, on 127.0.0.1 only, never evicting', async (t) => {
  const servers = await Promise.all([startRedis(), startRedis()]);
  t.after(() => Promise.all(servers.map((server) => server.stop())));
  const [one, other] = servers;
  assert.notEqual(one.port, other.port);
  await ask(one.url, (redis) => redis.set('whose', 'one'));
  assert.equal(await ask(other.url, (redis) => redis.get('whose')), null);
  const config = await ask(one.url, (redis) => redis.config('GET', 'maxmemory-policy', 'bind', 'save'));
  assert.deepEqual(Object.fromEntries(pairs(config as string[])), {
    'maxmemory-policy': 'noeviction',
    bind: '127.0.0.1',
    save: '',
  });
});

test('stop and kill end the process', async () => {
  for (const way of ['stop', 'kill'] as const) {
    const server = await startRedis();
    await server[way]();
    assert.throws(() => process.kill(server.pid, 0), { code: 'ESRCH' });
    await assert.rejects(ask(server.url, (redis) => redis.ping()));
  }
});

test('stop ends a server that is frozen', async () => {
  const server = await startRedis();
  process.kill(server.pid, 'SIGSTOP');
  await server.stop();
  assert.throws(() => process.kill(server.pid, 0), { code: 'ESRCH' });
});

test('with appendOnly, what was acknowledged outlives a crash', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'sekali-test-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const first = await startRedis({ dir, appendOnly: true });
  await ask(first.url, (redis) => redis.set('key', 'kept'));
  await first.kill();
  const second = await startRedis({ port: first.port, dir, appendOnly: true });
  t.after(() => second.stop());
  assert.equal(await ask(second.url, (redis) => redis.get('key')), 'kept');
});

test('a port that is taken is refused with what Redis says', async (t) => {
  const server = await startRedis();
  t.after(() => server.stop());
  await assert.rejects(
    startRedis({ port: server.port }),
    /did not start on port[\s\S]*Address already in use/,
  );
});

function pairs(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [
    flat[2 * index] ?? '',
    flat[2 * index + 1] ?? '',
  ]);
}
