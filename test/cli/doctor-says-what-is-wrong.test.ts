import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findingsOf } from '../../cli/findings.ts';
import { stageEnvironment } from '../../cli/stage-parameters.ts';
import { META_KEY } from '../../lib/ledger/meta.ts';
import { type RedisServer, startRedis } from '../../local/redis.ts';

const DOCTOR = new URL('../../cli/doctor.ts', import.meta.url).pathname;
const REPLICA_TIMEOUT_MS = 10_000;

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
beforeEach(async () => void (await redis.flushall()));

async function examine(params: Record<string, string> = {}, init = false): Promise<string[]> {
  const environment = await stageEnvironment('local', { redisUrl: server.url, ...params });
  const findings = await findingsOf(environment, { init });
  return findings.map(({ verdict, line }) => `${verdict} ${line}`);
}

async function run(...args: string[]) {
  const child = spawn(process.execPath, [DOCTOR, ...args]);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { output, errors, exitCode: child.exitCode };
}

test('a Redis without sekali:meta is not the ledger; looking writes nothing', async () => {
  const [answers, meta, eviction, ...rest] = await examine();
  assert.match(answers ?? '', /^ok Redis answers at 127/);
  assert.match(meta ?? '', /^WRONG sekali:meta is missing/);
  assert.match(eviction ?? '', /^ok Redis evicts nothing/);
  assert.deepEqual(rest, []);
  assert.equal(await redis.dbsize(), 0);
});

test('init writes once; after that it is the ledger, and of nothing else', async () => {
  assert.match((await examine({}, true)).join('\n'), /ok sekali:meta written: .* epoch 1/);
  const written = await redis.get(META_KEY);
  assert.match((await examine({}, true)).join('\n'), /ok this Redis is the ledger, epoch 1/);
  assert.match(
    (await examine({ ledgerEpoch: '2' }, true)).join('\n'),
    /WRONG .*something else: epoch 1, not 2/,
  );
  assert.match((await examine({ pepper: 'x'.repeat(16) }, true)).join('\n'), /WRONG .*: another pepper/);
  assert.equal(await redis.get(META_KEY), written);
});

test('a Redis that may evict is wrong', async () => {
  await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
  assert.match((await examine()).join('\n'), /WRONG maxmemory-policy is allkeys-lru.*noeviction/);
  await redis.config('SET', 'maxmemory-policy', 'noeviction');
});

test('fewer replicas than waitReplicas are wrong, enough are well', async (t) => {
  assert.match((await examine({ waitReplicas: '1' })).join('\n'), /WRONG replicas: 0, but waitReplicas is 1/);
  const second = await startRedis();
  const replica = new Redis(second.url);
  t.after(async () => {
    replica.disconnect();
    await second.stop();
  });
  await replica.replicaof('127.0.0.1', server.port);
  const end = performance.now() + REPLICA_TIMEOUT_MS;
  while (!(await redis.info('replication')).includes('connected_slaves:1') && performance.now() < end) {
    await sleep(50);
  }
  assert.match((await examine({ waitReplicas: '1' })).join('\n'), /ok replicas: 1, waitReplicas 1/);
});

test('what the server does not tell is undetermined, and not wrong', async () => {
  await redis.acl('SETUSER', 'quiet', 'on', '>secret', '~*', '+@all', '-info');
  const redisUrl = server.url.replace('//', '//quiet:secret@');
  const [, , ...rest] = await examine({ redisUrl, waitReplicas: '1' });
  assert.match(rest.join('\n'), /^undetermined .*maxmemory-policy.*\nundetermined .*waitReplicas 1/);
  const { output, exitCode } = await run('--param', `redisUrl=${redisUrl}`, '--init');
  assert.equal(exitCode, 0, output);
});

test('a server that wants a password, refuses one or is no Redis is named in plain words', async (t) => {
  const other = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await redis.config('SET', 'requirepass', 'right');
  t.after(() => redis.config('SET', 'requirepass', ''));
  const [noPassword, wrongPassword, notRedis] = await Promise.all([
    examine(),
    examine({ redisUrl: server.url.replace('//', '//:wrong@') }),
    examine({ redisUrl: `redis://127.0.0.1:${port}` }),
  ]);
  const host = new URL(server.url).host;
  assert.match(noPassword.join('\n'), new RegExp(`^WRONG the Redis at ${host} wants a password: put it`));
  assert.deepEqual(wrongPassword, [`WRONG the Redis at ${host} refuses the password in redisUrl`]);
  assert.deepEqual(notRedis, [`WRONG what answers at 127.0.0.1:${port} is not Redis`]);
});

test('a wrong value is named without blaming a file', async () => {
  assert.deepEqual(await examine({ redisUrl: 'localhost' }), [
    'WRONG stage parameters: redisUrl: must be a redis:// or rediss:// address',
  ]);
});

test('a misspelt parameter is refused before anything is done, and the known ones are named', async () => {
  const { errors, exitCode } = await run('--param', `redisurl=${server.url}`, '--init');
  assert.equal(exitCode, 2);
  assert.match(errors, /not a stage parameter: redisurl\. There are .*redisUrl.*workerMemoryMb/);
  assert.equal((await run('--stage', 'nowhere')).exitCode, 2);
  assert.deepEqual((await run('--help')).exitCode, 0);
});

test('the exit code says that something is wrong', async () => {
  const { output, exitCode } = await run('--param', `redisUrl=${server.url}`);
  assert.equal(exitCode, 1);
  assert.match(output, /^WRONG {9}sekali:meta is missing/m);
});
