import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { type Deployment, PARAMETER_NAMES, readDeployment } from '../../lib/config/deployment.ts';
import { refuseForStack } from '../../lib/config/stack.ts';
import { ConfigError } from '../../lib/submission/errors.ts';

const { params } = parse(await readFile(join(import.meta.dirname, '../../serverless.yml'), 'utf8')) as {
  params: Record<string, Record<string, unknown>>;
};

const read = (given: Record<string, unknown>, stage = 'prod'): Deployment =>
  readDeployment(stage, { ...params.default, ...params[stage], ...given });

const complaint = (given: Record<string, unknown>, stage?: string) => complaintOf(() => read(given, stage));

const stackComplaint = (given: Record<string, unknown>, stage = 'prod') =>
  complaintOf(() => refuseForStack(stage, 'eu-west-1', read(given)));

function complaintOf(act: () => void): string {
  try {
    act();
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
  const { queueUrl, parkingUrl, evidenceBucket, eventBus, pepperSecret, apiTokensSecret } =
    params.default ?? {};
  const onlyInTheStack = { queueUrl, parkingUrl, evidenceBucket, eventBus, pepperSecret, apiTokensSecret };
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
  // An ElastiCache made by other hands: its address from a secret, in a network that is there already.
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
  const text = complaint({
    batchSize: 0,
    maxConcurrency: 1,
    workerMemoryMb: 512,
    logRetentionDays: 31,
    redisUrlSecret: 'redis',
  });
  for (const part of [
    /batchSize = "0"/,
    /maxConcurrency = "1"/,
    /workerMemoryMb = "512": must be at least 1024/,
    /logRetentionDays = "31"/,
    /redisUrlSecret: must be the whole ARN/,
  ]) {
    assert.match(text, part);
  }
  assert.match(complaint({ leaseTtl: 10_000 }), /leaseTtl is not a stage parameter/);
});

test('what is meant for the local stage is refused elsewhere, and taken there', () => {
  assert.match(complaint({ demoTarget: 'http://127.0.0.1:1' }), /demoTarget is for the local stage only/);
  assert.match(complaint({ sqsEndpoint: 'http://127.0.0.1:1' }), /sqsEndpoint is for the local stage only/);
  assert.match(complaint({ evidenceFolder: '/tmp' }), /evidenceFolder is for the local stage only/);
  assert.match(complaint({ eventsFile: '/tmp/e' }), /eventsFile is for the local stage only/);
  assert.match(complaint({ redis: 'url' }), /redisUrl is for the local stage only/);
  const text = complaint({ redisUrl: 'rediss://:s3cret@redis.example', pepper: 'a-pepper-of-some-length' });
  assert.match(text, /redisUrl is for the local stage only.*pepper is for the local stage only/);
  assert.doesNotMatch(text, /s3cret|a-pepper/);
  assert.match(complaint({ apiTokens: '[]' }), /apiTokens is for the local stage only/);
});

test('a number is written with its digits and nothing else: the template is given the text', () => {
  for (const odd of ['1e1', '0x10', ' 10', '10 ', '010', '+10', '10.0', '१०', ' ', 'true', true, [10]]) {
    assert.match(complaint({ maxConcurrency: odd }), /maxConcurrency = .* must be a whole number/);
    assert.match(complaint({ logRetentionDays: odd }), /logRetentionDays = /);
  }
  assert.equal(read({ maxConcurrency: '12' }).maxConcurrency, 12);
  assert.match(complaint({ waitReplicas: '-1' }), /must be at least 0/);
});

test('a secret that is given in place of its ARN is refused, and not shown', () => {
  const url = 'rediss://:t0ken@redis.example:6379';
  const text = complaint({ redis: 'secret', redisUrlSecret: url, pepperSecret: 'a-pepper-of-some-length' });
  assert.match(text, /redisUrlSecret: must be the whole ARN.*pepperSecret: must be the whole ARN/);
  assert.doesNotMatch(text, /t0ken|a-pepper/);
  // Without AWS' six characters it is no ARN that a role could be given; with a wildcard it is too much of one.
  for (const arn of [SECRET.slice(0, -7), `${SECRET.slice(0, -12)}*`, `${SECRET}\n`]) {
    assert.match(complaint({ redis: 'secret', redisUrlSecret: arn }), /must be the whole ARN/);
  }
});

test('a stack is refused what its roles are not for, and names that are too long', () => {
  const elsewhere = SECRET.replace('eu-west-1', 'us-east-1');
  assert.match(stackComplaint({ queueUrl: 'https://sqs.example/q' }), /queueUrl is given/);
  assert.match(stackComplaint({ parkingUrl: 'https://sqs.example/q' }), /parkingUrl is given/);
  assert.match(stackComplaint({ evidenceBucket: 'pictures' }), /evidenceBucket is given/);
  assert.match(stackComplaint({ eventBus: 'default' }), /eventBus is given/);
  assert.match(stackComplaint({ pepperSecret: '' }), /pepperSecret is empty/);
  assert.match(stackComplaint({ pepperSecret: elsewhere }), /pepperSecret is not in eu-west-1/);
  assert.match(stackComplaint({ apiTokensSecret: '' }), /apiTokensSecret is empty/);
  assert.match(stackComplaint({ apiTokensSecret: elsewhere }), /apiTokensSecret is not in eu-west-1/);
  assert.match(
    stackComplaint({ network: 'none', redis: 'secret', redisUrlSecret: elsewhere }),
    /redisUrlSecret is not in eu-west-1/,
  );
  assert.match(stackComplaint({}, 'p'.repeat(49)), /49 characters.* room for 48/);
  refuseForStack('p'.repeat(48), 'eu-west-1', read({ pepperSecret: SECRET, evidenceBucket: '' }));
});

test('an empty value is none, and refused where the template needs one', () => {
  assert.match(complaint({ redisReplicas: '' }), /redisReplicas is empty: leave it out, and it is 1/);
  assert.match(complaint({ network: '', maxReceiveCount: '' }), /maxReceiveCount is empty.*network is empty/);
  read({ alarmEmail: '', reservedConcurrency: '', evidenceBucket: '' });
});
