import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { examine } from '../../lib/doctor/examine.ts';
import { startRedis } from '../../local/redis.ts';
import { listen } from '../egress/support.ts';
import { startRedisProxy } from '../faults/redis-proxy.ts';
import { examinerOf, formAt, SHORT, textsOf, wrongOnes } from './support.ts';

/** Secrets, then the network, then Chromium, which works here and takes its time on a busy machine. */
const LIMIT_MS = 2 * SHORT.limits.probeTimeoutMs + 6_000;

test('secrets, Redis, queues and targets that never answer: each has its line, and it ends well within the time of Lambda', async (t) => {
  const redis = await startRedis();
  t.after(() => redis.stop());
  const proxy = await startRedisProxy({ upstream: () => redis.port });
  t.after(() => proxy.stop());
  proxy.blackHole(true);
  const silent = await listen(
    t,
    createServer(() => {}),
  );
  const examiner = await examinerOf(
    { redisUrl: proxy.url, sqsEndpoint: `http://127.0.0.1:${silent}` },
    {
      ...SHORT,
      where: 'function',
      forms: [formAt('sign-up', ['form.example'])],
      withSecrets: () => new Promise(() => {}),
      lookUp: () => new Promise(() => {}),
    },
  );
  const startedMs = performance.now();
  const texts = textsOf(await examine(examiner));
  assert.ok(performance.now() - startedMs < LIMIT_MS, `${performance.now() - startedMs} ms`);
  const wrong = wrongOnes(texts).join('\n');
  for (const what of [
    /^the secrets of the stage.*within 1 s$/m,
    /^no answer from /m,
    /^the queues /m,
    /^form sign-up/m,
  ]) {
    assert.match(wrong, what);
  }
});
