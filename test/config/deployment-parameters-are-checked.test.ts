import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { type Deployment, PARAMETER_NAMES, readDeployment } from '../../lib/config/deployment.ts';
import { ConfigError } from '../../lib/submission/errors.ts';

const { params } = parse(await readFile(join(import.meta.dirname, '../../serverless.yml'), 'utf8')) as {
  params: Record<string, Record<string, unknown>>;
};

const read = (given: Record<string, unknown>, stage = 'prod'): Deployment =>
  readDeployment(stage, { ...params.default, ...params[stage], ...given });

function complaint(given: Record<string, unknown>, stage?: string): string {
  try {
    read(given, stage);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  return assert.fail('nothing was thrown');
}

const SECRET = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:redis-AbCdEf';

test('serverless.yml has every parameter, and every stage of it is accepted', () => {
  assert.deepEqual(Object.keys(params.default ?? {}).sort(), [...PARAMETER_NAMES].sort());
  for (const stage of ['dev', 'prod']) read({}, stage);
  // Two addresses of the local stage are made of another one, which is for osls to put together.
  read({ queueUrl: 'http://127.0.0.1:1/q', parkingUrl: 'http://127.0.0.1:1/p' }, 'local');
});

test('the defaults in serverless.yml and in the code are the same', () => {
  const { queueUrl, parkingUrl, evidenceBucket, pepperSecret } = params.default ?? {};
  const onlyInTheStack = { queueUrl, parkingUrl, evidenceBucket, pepperSecret };
  const bare = readDeployment('prod', onlyInTheStack);
  assert.deepEqual(readDeployment('prod', params.default ?? {}), bare);
});

test('a contradiction is refused, and both values are named', () => {
  assert.match(
    complaint({ visibilityTimeoutSeconds: 30, workerTimeoutSeconds: 120 }),
    /visibilityTimeoutSeconds 30 .* workerTimeoutSeconds 120/,
  );
  assert.equal(read({ visibilityTimeoutSeconds: 720 }).visibilityTimeoutSeconds, 720);
  assert.match(
    complaint({ visibilityTimeoutSeconds: 720, batchingWindowSeconds: 1 }),
    /720 .* batchingWindowSeconds 1 = 721/,
  );
  assert.match(
    complaint({ maxConcurrency: 10, reservedConcurrency: 5 }),
    /maxConcurrency 10 .* reservedConcurrency 5/,
  );
  read({ maxConcurrency: 10, reservedConcurrency: 10 });
  assert.match(
    complaint({ ledgerRetentionDays: 28 }),
    /ledgerRetentionDays 28 .*queueRetentionDays 14 \+ parkingRetentionDays 14/,
  );
  read({ ledgerRetentionDays: 3, queueRetentionDays: 1, parkingRetentionDays: 1 });
  assert.match(complaint({ waitReplicas: 3 }), /waitReplicas 3 .* redisReplicas 2/);
  assert.match(complaint({ heartbeatMs: 9_000 }), /heartbeatMs 9000 .* leaseTtlMs 10000/);
});

test('a stage without Redis is refused', () => {
  assert.match(complaint({ network: 'none' }), /no Redis: redis is "create" and network is "none"/);
  assert.match(complaint({ redis: 'secret' }), /no Redis: .*redisUrlSecret is missing/);
  assert.match(complaint({ redisUrlSecret: SECRET }), /which Redis is meant/);
  read({ network: 'none', redis: 'secret', redisUrlSecret: SECRET });
  // MemoryDB: its address from a secret, in a network that is there already.
  read({
    network: 'existing',
    vpcId: 'vpc-0123abcd',
    subnetIds: 'subnet-0000000a, subnet-0000000b',
    redis: 'secret',
    redisUrlSecret: SECRET,
  });
});

test('a network is whole or is refused', () => {
  assert.match(complaint({ network: 'existing' }), /vpcId and subnetIds are missing/);
  assert.match(complaint({ network: 'existing', vpcId: 'vpc-0123abcd' }), /vpcId and subnetIds are missing/);
  assert.match(complaint({ vpcId: 'vpc-0123abcd' }), /go with network "existing"/);
  assert.match(
    complaint({ network: 'existing', vpcId: 'vpc-0123abcd', subnetIds: 'subnet-0000000a' }),
    /two or more subnets/,
  );
  assert.match(complaint({ network: 'mine' }), /network = "mine": must be create or existing or none/);
});

test('silly values and unknown names are refused, all of them at once', () => {
  const text = complaint({ batchSize: 0, maxConcurrency: 1, logRetentionDays: 31, redisUrlSecret: 'redis' });
  for (const part of [
    /batchSize = "0"/,
    /maxConcurrency = "1"/,
    /logRetentionDays = "31"/,
    /redisUrlSecret = "redis": must be the whole ARN/,
  ]) {
    assert.match(text, part);
  }
  assert.match(complaint({ leaseTtl: 10_000 }), /leaseTtl is not a stage parameter/);
});

test('what is meant for the local stage is refused elsewhere, and taken there', () => {
  assert.match(complaint({ demoTarget: 'http://127.0.0.1:1' }), /demoTarget is for the local stage only/);
  assert.match(complaint({ sqsEndpoint: 'http://127.0.0.1:1' }), /sqsEndpoint is for the local stage only/);
  assert.match(complaint({ evidenceFolder: '/tmp' }), /evidenceFolder is for the local stage only/);
  assert.match(complaint({ redis: 'url' }), /redisUrl is for the local stage only/);
  const text = complaint({ redisUrl: 'rediss://:s3cret@redis.example', pepper: 'a-pepper-of-some-length' });
  assert.match(text, /redisUrl is for the local stage only.*pepper is for the local stage only/);
  assert.doesNotMatch(text, /s3cret|a-pepper/);
});
