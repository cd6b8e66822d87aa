import assert from 'node:assert/strict';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { Redis } from 'ioredis';
import { withSecrets } from '../../lib/config/secrets.ts';
import { listen } from '../egress/support.ts';

const VALUES: Record<string, string> = {
  token: 's3/cret t@ken',
  url: 'rediss://:tok@redis.example:6379',
  pepper: 'p'.repeat(20),
};
const read = async (id: string) => {
  const value = VALUES[id];
  if (value === undefined) throw new Error('ResourceNotFoundException: no such secret');
  return value;
};

test('the token becomes the password of the address; the pepper is put in place', async () => {
  const env = {
    SEKALI_REDIS_URL: 'rediss://redis.example:6379',
    SEKALI_REDIS_TOKEN_SECRET: 'token',
    SEKALI_PEPPER_SECRET: 'pepper',
    OTHER: 'x',
  };
  const filled = await withSecrets(env, read);
  assert.equal(decodeURIComponent(new URL(filled.SEKALI_REDIS_URL ?? '').password), VALUES.token);
  assert.equal(filled.SEKALI_PEPPER, VALUES.pepper);
  assert.equal(filled.OTHER, 'x');
  assert.equal(env.SEKALI_REDIS_URL, 'rediss://redis.example:6379');
});

test('a whole address is taken as it is', async () => {
  const filled = await withSecrets({ SEKALI_REDIS_URL: '', SEKALI_REDIS_URL_SECRET: 'url' }, read);
  assert.equal(filled.SEKALI_REDIS_URL, VALUES.url);
});

test('an address without TLS is refused, and not shown', async () => {
  const plain = async () => 'redis://:tok@redis.example:6379';
  await assert.rejects(withSecrets({ SEKALI_REDIS_URL_SECRET: 'url' }, plain), (error: Error) => {
    assert.match(error.message, /SEKALI_REDIS_URL_SECRET names holds no rediss:\/\/ address/);
    assert.doesNotMatch(error.message, /tok/);
    return true;
  });
});

test('where no secret is named nothing is asked', async () => {
  const env = { SEKALI_REDIS_URL: 'redis://127.0.0.1', SEKALI_PEPPER_SECRET: ' ', SEKALI_PEPPER: 'given' };
  const filled = await withSecrets(env, () => assert.fail('asked'));
  assert.deepEqual(filled, env);
});

test('a secret that cannot be read is named, and none is shown', async () => {
  const env = {
    SEKALI_REDIS_URL: 'rediss://redis.example',
    SEKALI_REDIS_TOKEN_SECRET: 'token',
    SEKALI_PEPPER_SECRET: 'arn:aws:lost',
  };
  await assert.rejects(withSecrets(env, read), (error: Error) => {
    assert.match(
      error.message,
      /secret arn:aws:lost \(SEKALI_PEPPER_SECRET\) cannot be read: .*no such secret/,
    );
    assert.doesNotMatch(error.message, /s3\/cret|t@ken/);
    return true;
  });
  await assert.rejects(
    withSecrets({ SEKALI_PEPPER_SECRET: 'a-pepper-given-by-mistake' }, read),
    (error: Error) => {
      assert.match(error.message, /that SEKALI_PEPPER_SECRET names cannot be read/);
      assert.doesNotMatch(error.message, /by-mistake/);
      return true;
    },
  );
  await assert.rejects(
    withSecrets({ SEKALI_REDIS_URL: 'nonsense', SEKALI_REDIS_TOKEN_SECRET: 'token' }, read),
    /SEKALI_REDIS_URL is no address/,
  );
});

test('Redis gets the token as it is, whatever characters are in it', async () => {
  const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
  for (const token of [printable.trim(), '100%', 'a%41b', 'é€😀', '{"password":"x"}']) {
    const env = { SEKALI_REDIS_URL: 'rediss://redis.example:6379', SEKALI_REDIS_TOKEN_SECRET: 'token' };
    const { SEKALI_REDIS_URL = '' } = await withSecrets(env, async () => token);
    const redis = new Redis(SEKALI_REDIS_URL, { lazyConnect: true });
    assert.deepEqual([redis.options.password, redis.options.host], [token, 'redis.example']);
    redis.disconnect();
  }
});

test('a secret of nothing but spaces is none: a stage must not work without the pepper that it names', async () => {
  await assert.rejects(
    withSecrets({ SEKALI_PEPPER_SECRET: 'pepper' }, async () => ' \n'),
    /SEKALI_PEPPER_SECRET names cannot be read: it holds no text/,
  );
});

/** A Secrets Manager that answers so, for the SDK of this process. */
async function secretsManager(t: TestContext, answer: RequestListener): Promise<void> {
  const port = await listen(t, createServer(answer));
  const before = { ...process.env };
  t.after(() => {
    process.env = before;
  });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port}`,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  });
}

const ARN = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:pepper-AbCdEf';

test('Secrets Manager itself is asked by the ARN', async (t) => {
  const asked: unknown[] = [];
  await secretsManager(t, async (request, response) => {
    asked.push([request.headers['x-amz-target'], await json(request)]);
    response
      .setHeader('content-type', 'application/x-amz-json-1.1')
      .end(JSON.stringify({ SecretString: 'a-pepper-of-some-length' }));
  });
  const filled = await withSecrets({ SEKALI_PEPPER_SECRET: ARN });
  assert.equal(filled.SEKALI_PEPPER, 'a-pepper-of-some-length');
  assert.deepEqual(asked, [['secretsmanager.GetSecretValue', { SecretId: ARN }]]);
});

for (const [what, begin] of [
  ['says nothing', () => {}],
  ['stops in the middle of its answer', (response: ServerResponse) => void response.write('{')],
] as const) {
  test(`a Secrets Manager that ${what} is given up within the time in which Lambda starts a function`, async (t) => {
    await secretsManager(t, (_, response) => begin(response));
    const startedMs = performance.now();
    await assert.rejects(withSecrets({ SEKALI_PEPPER_SECRET: ARN }), /pepper-AbCdEf .*cannot be read/);
    assert.ok(performance.now() - startedMs < 9_000);
  });
}
