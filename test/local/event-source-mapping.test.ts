import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSEvent } from 'aws-lambda';
import { startSqs } from '../../local/queues.ts';
import { fed, until } from './poller-support.ts';

const bodies = (event: SQSEvent) => event.Records.map(({ body }) => body);

test('handled messages are deleted, reported ones come again with their receive count', async (t) => {
  const seen: string[] = [];
  const queue = await fed(t, { visibilitySeconds: 1 }, async (event) => {
    const failures = event.Records.filter(({ body, attributes }) => {
      seen.push(`${body} ${attributes.ApproximateReceiveCount}`);
      return body === 'bad' && attributes.ApproximateReceiveCount !== '3';
    });
    return { batchItemFailures: failures.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  });
  await queue.send('good', 'bad');
  await until('the queue is empty', async () => (await queue.left()) === 0);
  assert.deepEqual(seen.toSorted(), ['bad 1', 'bad 2', 'bad 3', 'good 1']);
});

test('a batch whose function throws stays in the queue', async (t) => {
  let calls = 0;
  const queue = await fed(t, { visibilitySeconds: 1 }, async () => {
    calls += 1;
    if (calls === 1) throw new Error('broken');
  });
  await queue.send('one');
  await until('it was tried again', async () => calls === 2 && (await queue.left()) === 0);
  assert.match(queue.said.join('\n'), /batch failed, its messages stay in the queue: .*broken/);
});

test('an unknown id fails the whole batch', async (t) => {
  let calls = 0;
  const queue = await fed(t, { visibilitySeconds: 1 }, async () => {
    calls += 1;
    return calls === 1 ? { batchItemFailures: [{ itemIdentifier: 'nobody' }] } : undefined;
  });
  await queue.send('one');
  await until('it came again', async () => calls === 2 && (await queue.left()) === 0);
});

test('without ReportBatchItemFailures an answer of failures is not looked at', async (t) => {
  let calls = 0;
  const queue = await fed(t, { reportsItemFailures: false, visibilitySeconds: 1 }, async (event) => {
    calls += 1;
    return { batchItemFailures: event.Records.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  });
  await queue.send('one');
  await until('the queue is empty', async () => calls > 0 && (await queue.left()) === 0);
  assert.equal(calls, 1);
});

test('as many batches at once as allowed, never more, and none waits to be filled', async (t) => {
  let running = 0;
  let most = 0;
  const sizes: number[] = [];
  const queue = await fed(t, { batchSize: 2, maximumConcurrency: 3 }, async (event) => {
    sizes.push(event.Records.length);
    running += 1;
    most = Math.max(most, running);
    await sleep(150);
    running -= 1;
  });
  await queue.send(...Array.from({ length: 11 }, (_, index) => `message ${index}`));
  await until('the queue is empty', async () => (await queue.left()) === 0);
  assert.equal(most, 3);
  assert.equal(Math.max(...sizes), 2);

  const before = performance.now();
  await queue.send('alone');
  await until('the lone message is handled', async () => (await queue.left()) === 0);
  assert.ok(performance.now() - before < 1500, `took ${performance.now() - before} ms`);
  assert.equal(sizes.at(-1), 1);
});

test('survives the emulator’s absence and creates its queue anew', async (t) => {
  const seen: string[] = [];
  const queue = await fed(t, {}, async (event) => void seen.push(...bodies(event)));
  const port = Number(new URL(queue.emulator.endpoint).port);
  await queue.emulator.stop();
  await until('the absence is noticed', () => queue.said.some((line) => line.includes('does not answer')));
  // In memory: this one knows nothing of the queue.
  const again = await startSqs({ port });
  t.after(() => again.stop());
  await until('the return is noticed', () => queue.said.some((line) => line.includes('answers again')));
  await queue.send('after');
  await until('the message is handled', () => seen.includes('after'));
});

test('a stopped poller takes no more messages', async (t) => {
  const seen: string[] = [];
  const queue = await fed(t, {}, async (event) => void seen.push(...bodies(event)));
  await queue.send('before');
  await until('the message is handled', async () => (await queue.left()) === 0);
  // Sent while the last poll is still open: what that poll brings goes back at once.
  const stopped = queue.poller.stop();
  await queue.send('late');
  await stopped;
  assert.deepEqual(seen, ['before']);
  assert.deepEqual(await queue.visible(), ['late']);
});
