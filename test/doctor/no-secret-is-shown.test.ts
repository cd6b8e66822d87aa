import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examine } from '../../lib/doctor/examine.ts';
import { examinerOf, SHORT, textsOf } from './support.ts';

test('whatever a library says, neither the address of Redis, nor its password, nor the pepper is shown', async () => {
  const redisUrl = 'redis://user:to%2Fken-123@redis.example:6379';
  const pepper = 'pepper-0123456789abcdef';
  const examiner = await examinerOf(
    { sqsEndpoint: 'http://127.0.0.1:1', demoTarget: 'http://127.0.0.1:1' },
    {
      ...SHORT,
      withSecrets: async (env) => ({ ...env, SEKALI_REDIS_URL: redisUrl, SEKALI_PEPPER: pepper }),
      lookUp: () => Promise.reject(new Error(`no way to ${redisUrl} as to%2Fken-123 or to/ken-123`)),
      check() {
        throw new Error(`wrong: ${pepper}`);
      },
    },
  );
  const told: string[] = [];
  const all = textsOf(await examine(examiner, (some) => told.push(...textsOf(some))));
  assert.deepEqual(told, all);
  const text = all.join('\n');
  assert.match(text, /no way to \*\*\* as \*\*\* or \*\*\*/);
  assert.match(text, /wrong: \*\*\*/);
  assert.doesNotMatch(text, /ken-123|0123456789abcdef/);
});
