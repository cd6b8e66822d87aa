import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registration, useStack } from '../support/stack.ts';
import { until } from '../support/worker.ts';

test('60 messages for 6 identities, all at once, batches of 4, 3 invocations side by side: 6 entries', async () => {
  const stack = await useStack({ params: { batchSize: 4, maxConcurrency: 3 } });
  await stack.send(...Array.from({ length: 60 }, (_, nth) => registration(`user-${nth % 6}`)));
  await until('an empty queue', async () => (await stack.left()) === 0, 120_000);
  const entries = stack.target.entries().map(({ userId }) => userId);
  assert.deepEqual(entries.sort(), ['user-0', 'user-1', 'user-2', 'user-3', 'user-4', 'user-5']);
  assert.equal(stack.target.posts(), 6);
  assert.deepEqual(await stack.parked(), []);
  const finished = stack.log(0, 'delivery finished');
  assert.equal(finished.filter(({ skipped }) => skipped === true).length, 54);
});
