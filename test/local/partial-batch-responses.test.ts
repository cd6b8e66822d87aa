import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handledIds } from '../../lib/queue/handled.ts';

const batch = ['a', 'b', 'c'];
const failed = (...ids: unknown[]) => ({ batchItemFailures: ids.map((id) => ({ itemIdentifier: id })) });

test('nothing reported as failed: the whole batch is handled', () => {
  for (const answer of [undefined, null, {}, { batchItemFailures: null }, failed()]) {
    assert.deepEqual(handledIds(batch, answer), batch);
  }
});

test('reported messages stay, the others are handled', () => {
  assert.deepEqual(handledIds(batch, failed('b')), ['a', 'c']);
  assert.deepEqual(handledIds(batch, failed('a', 'a', 'c')), ['b']);
  assert.deepEqual(handledIds(batch, failed(...batch)), []);
});

test('an answer that cannot be trusted fails the whole batch', () => {
  const answers = [
    failed('unknown'),
    failed('b', 'unknown'),
    failed(''),
    failed(null),
    failed(1),
    { batchItemFailures: [{ messageId: 'a' }] },
    { batchItemFailures: ['a'] },
    { batchItemFailures: [null] },
    { batchItemFailures: 'a' },
    { batchItemFailures: {} },
    'done',
    ['a'],
    true,
  ];
  for (const answer of answers) assert.deepEqual(handledIds(batch, answer), [], JSON.stringify(answer));
});
