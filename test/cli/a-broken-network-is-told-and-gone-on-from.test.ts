import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { send } from '../../cli/send/send.ts';
import { type QueueFate, startSqsProxy } from '../faults/sqs-proxy.ts';
import { fileWith, jsonLines, message, startQueues } from './support.ts';

const LINES = 200;
/** Of batches that come through, before nothing does: eight are on their way at once. */
const FIRST = 8;

test('what is in the queue for certain is told, and the same command sends the rest', async () => {
  const queues = await startQueues();
  const world: { batches: number; fate: QueueFate } = { batches: 0, fate: 'lose' };
  const proxy = await startSqsProxy({
    upstream: () => queues.endpoint,
    decide: ({ action }) => (action === 'SendMessageBatch' && ++world.batches > FIRST ? world.fate : 'pass'),
  });
  after(() => proxy.stop());
  const file = await fileWith(jsonLines(Array.from({ length: LINES }, (_, id) => message(id))));
  const where = { ...queues.where, param: queues.where.param.with(0, `sqsEndpoint=${proxy.url}`) };

  const broken = await send(file, where);
  assert.equal(broken.done, false);
  assert.match(
    broken.text,
    /^80 of 200 lines are in the queue for certain; then it failed: .+\nThe same command goes on/,
  );
  assert.deepEqual({ ...(broken.json as object), error: '' }, { inQueue: 80, complete: false, error: '' });

  world.fate = 'pass';
  world.batches = 0;
  const mended = await send(file, where);
  assert.equal(mended.done, true, mended.text);
  assert.deepEqual(mended.json, { accepted: LINES - 80, before: 80, complete: true, refused: [] });
  assert.equal(world.batches, (LINES - 80) / 10);
  const again = await send(file, where);
  assert.deepEqual([again.done, /^All 200 lines are in the queue since/.test(again.text)], [true, true]);
  const bodies = await queues.bodies();
  assert.equal(new Set(bodies).size, LINES);
  assert.ok(bodies.length > LINES, 'answers were lost: some lines came twice, equal to the byte');
});
