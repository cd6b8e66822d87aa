import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import { Redis } from 'ioredis';
import { defaultRegion } from '../../cli/region.ts';
import { META_KEY } from '../../lib/ledger/meta.ts';
import { type DemoTarget, startDemoTarget } from '../../local/demo-target.ts';
import { type SqsEmulator, startSqs } from '../../local/queues.ts';
import { type RedisServer, startRedis } from '../../local/redis.ts';
import { createQueues, redisFindings, startReplica, wrongOnes } from '../doctor/support.ts';
import { startRedisProxy } from '../faults/redis-proxy.ts';

const DOCTOR = new URL('../../cli/doctor.ts', import.meta.url).pathname;

let server: RedisServer;
let redis: Redis;
let emulator: SqsEmulator;
let target: DemoTarget;
let queues: Readonly<Record<string, string>>;
before(async () => {
  [server, emulator, target] = await Promise.all([startRedis(), startSqs(), startDemoTarget()]);
  redis = new Redis(server.url);
  queues = await createQueues(emulator.endpoint);
});
after(async () => {
  redis.disconnect();
  await Promise.all([server.stop(), emulator.stop(), target.stop()]);
});
beforeEach(async () => void (await redis.flushall()));

const examine = (params: Record<string, string> = {}, init = false) =>
  redisFindings({ redisUrl: server.url, ...params }, { init });

/** The command, on a stage whose queues and target are well. */
const doctor = (redisUrl: string, ...args: string[]) => {
  const params = { redisUrl, demoTarget: target.url, ...queues };
  return run(...Object.entries(params).flatMap(([name, value]) => ['--param', `${name}=${value}`]), ...args);
};

async function run(...args: string[]) {
  const child = spawn(process.execPath, [DOCTOR, ...args]);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { output, errors, exitCode: child.exitCode };
}

test('a Redis without sekali:meta is not the ledger; looking writes nothing', async () => {
  const [answers, meta, ...rest] = await examine();
  assert.match(answers ?? '', /^ok Redis answers at 127/);
  assert.match(meta ?? '', /^WRONG sekali:meta is missing/);
  assert.match(rest.join('\n'), /^ok Redis evicts nothing/m);
  assert.deepEqual(wrongOnes(rest), []);
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
  const replica = await startReplica(server.port);
  t.after(() => replica.stop());
  assert.match((await examine({ waitReplicas: '1' })).join('\n'), /ok replicas: 1, waitReplicas 1/);
});

test('what the server does not tell is undetermined, and not wrong', async () => {
  await redis.acl('SETUSER', 'quiet', 'on', '>secret', '~*', '+@all', '-info');
  const redisUrl = server.url.replace('//', '//quiet:secret@');
  const text = (await examine({ redisUrl, waitReplicas: '1' }, true)).join('\n');
  assert.match(text, /^undetermined .*maxmemory-policy/m);
  assert.match(text, /^undetermined .*waitReplicas 1/m);
  assert.match(text, /^undetermined .*whether it is the primary/m);
  const { output, exitCode } = await doctor(redisUrl);
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

test('a wrong value is named without blaming a file, and what hangs on it is not looked at', async () => {
  const { output, exitCode } = await doctor('localhost');
  assert.equal(exitCode, 1);
  assert.match(output, /^WRONG +stage parameters: redisUrl: must be a redis:\/\/ or rediss:\/\/ address$/m);
  assert.match(output, /^undetermined +Redis is not looked at: its stage parameters are wrong, see above$/m);
});

test('a misspelt parameter is refused before anything is done, and the known ones are named', async () => {
  const { errors, exitCode } = await run('--param', `redisurl=${server.url}`, '--init');
  assert.equal(exitCode, 2);
  assert.match(errors, /not a stage parameter: redisurl\. There are .*redisUrl.*workerMemoryMb/);
  assert.equal((await run('--stage', 'nowhere')).exitCode, 2);
  assert.deepEqual((await run('--help')).exitCode, 0);
});

test('the exit code says that something is wrong; a line each tells what, and all that is well', async () => {
  const { output, exitCode } = await doctor(server.url);
  assert.equal(exitCode, 1);
  assert.match(output, /^WRONG {9}sekali:meta is missing/m);
  for (const well of [
    'stage parameters',
    'Redis answers',
    'submission queue',
    'form event-registration',
    'Chromium',
  ]) {
    assert.match(output, new RegExp(`^ok {12}${well}`, 'm'));
  }
  assert.equal(target.requests().length, 0);
});

test('who has to wait is told why, and what hangs ends it after all', async (t) => {
  const proxy = await startRedisProxy({ upstream: () => server.port });
  t.after(() => proxy.stop());
  proxy.blackHole(true);
  const { output, errors, exitCode } = await doctor(proxy.url);
  assert.equal(exitCode, 1);
  assert.match(errors, /^Still looking/m);
  assert.match(output, /^WRONG +no answer from 127/m);
});

test('--json is for machines: stage, how much is wrong, and each finding', async () => {
  const { output, exitCode } = await doctor(server.url, '--init', '--json');
  const told = JSON.parse(output);
  assert.deepEqual([told.stage, told.wrong, exitCode], ['local', 0, 0]);
  const written = told.findings.find(({ line }: { line: string }) => line.startsWith('sekali:meta written'));
  assert.equal(written.verdict, 'ok');
});

test('a deployed stage is looked for in the region that serverless deploy takes', async () => {
  assert.match(await defaultRegion(), /^[a-z]{2}-[a-z]+-\d$/);
  const { errors, exitCode } = await run('--stage', 'prod', '--regoin', 'eu-west-1');
  assert.equal(exitCode, 2, errors);
});
