import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMessages } from '../../local/queues.ts';
import { registration, useStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { footprintOf, leftOf } from './support.ts';

test('serverless offline told to stop while one submission is being filled and another is armed: one given back, one proven', async () => {
  const stack = await useStack({
    target: {
      answerDelayMs: 2_000,
      // The page of the second one never comes.
      behave: ({ path, method }) =>
        method === 'GET' && path === '/register' && visits++ > 0 ? 'hang' : 'normal',
    },
  });
  let visits = 0;
  const [offline] = stack.offline;
  assert.ok(offline);
  await stack.send(registration('ana'));
  await until('the first one’s POST', () => stack.target.posts() === 1);
  await stack.send(registration('budi'));
  await until('the second one’s page', () => visits === 2);
  const footprint = footprintOf(offline.pid);
  assert.ok(footprint.folders.length >= 2, JSON.stringify(footprint));

  process.kill(offline.pid, 'SIGTERM');
  process.kill(offline.pid, 'SIGINT');
  await offline.exited;
  assert.deepEqual(leftOf(footprint), []);
  assert.equal(stack.target.entries().length, 1);
  const ends = stack.log(0, 'delivery finished').map(({ disposition }) => disposition);
  assert.deepEqual(ends.sort(), ['done', 'retry']);
  // The other one is deleted.
  const visible = await readMessages(stack.sqs, stack.queueUrl);
  assert.deepEqual(
    visible.map(({ Body = '' }) => JSON.parse(Body).data.userId),
    ['budi'],
  );
  assert.equal(await stack.left(), 1);
});
