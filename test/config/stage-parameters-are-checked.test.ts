import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stageEnvironment } from '../../cli/stage-parameters.ts';
import { readStage, variableOf } from '../../lib/config/stage.ts';
import { ConfigError } from '../../lib/submission/errors.ts';

const QUEUES = { queueUrl: 'http://127.0.0.1:1/q', parkingUrl: 'http://127.0.0.1:1/p' };
const GOOD = { stage: 'prod', redisUrl: 'rediss://:token@redis.example:6379', ...QUEUES };

const read = (params: Record<string, string>) =>
  readStage(Object.fromEntries(Object.entries(params).map(([name, value]) => [variableOf(name), value])));

function complaint(params: Record<string, string>): string {
  try {
    read(params);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  return assert.fail('nothing was thrown');
}

test('every stage of serverless.yml is accepted once it has its Redis', async () => {
  for (const [stage, redisUrl] of [
    ['local', 'redis://127.0.0.1:6379'],
    ['dev', GOOD.redisUrl],
    ['prod', GOOD.redisUrl],
  ] as const) {
    const env = await stageEnvironment(stage, { redisUrl, ...QUEUES });
    const { leaseTtlMs, batchSize } = readStage(env);
    assert.equal(leaseTtlMs, 10_000);
    assert.equal(batchSize, stage === 'local' ? 4 : 1);
  }
});

test('a stage is one of those in serverless.yml', async () => {
  for (const stage of ['Prod', 'default', 'constructor']) {
    await assert.rejects(stageEnvironment(stage, QUEUES), /no stage ".*it has local, dev, prod/);
  }
});

test('a stage without Redis is refused by the parameter’s name', async () => {
  const env = await stageEnvironment('prod', QUEUES);
  assert.throws(() => readStage(env), /redisUrl is missing/);
});

test('missing, silly and contradicting values are refused, each by name and with the value', () => {
  const { redisUrl: _, ...withoutRedis } = GOOD;
  assert.match(complaint(withoutRedis), /redisUrl is missing/);
  assert.match(complaint({ ...GOOD, redisUrl: 'http://x' }), /redisUrl: must be a redis/);
  assert.match(complaint({ ...GOOD, leaseTtlMs: 'ten' }), /leaseTtlMs = "ten"/);
  assert.match(complaint({ ...GOOD, batchSize: '0' }), /batchSize = "0"/);
  assert.match(complaint({ ...GOOD, maxConcurrency: '1' }), /maxConcurrency = "1"/);
  assert.match(
    complaint({ ...GOOD, heartbeatMs: '6000' }),
    /heartbeatMs 6000 is too long for leaseTtlMs 10000/,
  );
  assert.match(complaint({ ...GOOD, workerTimeoutSeconds: '20' }), /workerTimeoutSeconds 20 leaves no time/);
  assert.match(complaint({ ...withoutRedis, leaseTtlMs: 'x' }), /redisUrl.*leaseTtlMs/);
});

test('what is meant for the local stage is refused elsewhere', () => {
  assert.match(
    complaint({ ...GOOD, demoTarget: 'http://127.0.0.1:1' }),
    /demoTarget is for the local stage only/,
  );
  assert.match(complaint({ ...GOOD, redisUrl: 'redis://redis.example' }), /redisUrl must use TLS/);
});

test('secrets are never shown, not even when they are wrong', () => {
  const text = complaint({ ...GOOD, redisUrl: 'https://:s3cret@redis.example', pepper: 'sh0rt' });
  assert.match(text, /redisUrl/);
  assert.match(text, /pepper: must have at least 16 characters/);
  assert.doesNotMatch(text, /s3cret|sh0rt/);
});

test('the defaults in serverless.yml and in the code are the same', async () => {
  const yml = readStage(await stageEnvironment('prod', { redisUrl: GOOD.redisUrl, ...QUEUES }));
  assert.deepEqual(yml, read(GOOD));
});
