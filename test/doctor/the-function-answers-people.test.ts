import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { META_KEY } from '../../lib/ledger/meta.ts';
import { startDemoTarget } from '../../local/demo-target.ts';
import { startSqs } from '../../local/queues.ts';
import { startRedis } from '../../local/redis.ts';
import { createQueues, examinerOf } from './support.ts';

const HANDLER = JSON.stringify(new URL('../../functions/doctor.ts', import.meta.url).href);

/** What `serverless invoke -f doctor --data …` prints, from a process with the environment of the function. */
async function invoke(env: Readonly<Record<string, string | undefined>>, event: unknown) {
  const script = `
    const { handler } = await import(${HANDLER});
    console.log(JSON.stringify(await handler(${JSON.stringify(event)})));
    process.exit();
  `;
  const options = { env: { PATH: process.env.PATH, NODE_OPTIONS: process.env.NODE_OPTIONS, ...env } };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    options,
  );
  return JSON.parse(stdout) as { wrong: number; findings: string[] };
}

test('it returns how much is wrong and a line each; init declares the ledger, and then all is well', async (t) => {
  const [redis, emulator, target] = await Promise.all([startRedis(), startSqs(), startDemoTarget()]);
  const client = new Redis(redis.url);
  t.after(() => {
    client.disconnect();
    return Promise.all([redis.stop(), emulator.stop(), target.stop()]);
  });
  const addresses = await createQueues(emulator.endpoint);
  const { env } = await examinerOf({ ...addresses, redisUrl: redis.url, demoTarget: target.url });

  const before = await invoke(env, {});
  assert.equal(before.wrong, 1, before.findings.join('\n'));
  const missing = before.findings.find((line) => line.startsWith('WRONG         sekali:meta is missing'));
  assert.match(missing ?? '', /npx serverless invoke -f doctor --stage local --data '\{"init":true\}'/);
  assert.equal(await client.get(META_KEY), null);

  const after = await invoke(env, { init: true });
  assert.equal(after.wrong, 0, after.findings.join('\n'));
  assert.match(after.findings.join('\n'), /^ok {12}sekali:meta written: this Redis is the ledger, epoch 1$/m);
  assert.equal(target.requests().length, 0);
});

test('an environment without anything is findings, too, and no exception', async () => {
  const { wrong, findings } = await invoke({ SEKALI_STAGE: 'prod', AWS_EC2_METADATA_DISABLED: 'true' }, null);
  assert.ok(wrong >= 1);
  assert.match(findings.join('\n'), /^WRONG {9}stage parameters: redisUrl is missing/m);
});
