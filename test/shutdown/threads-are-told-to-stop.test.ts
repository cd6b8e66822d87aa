import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { stopThreads } from '../../local/event-source/stop-threads.ts';
import { until } from '../support/until.ts';
import { CLOSING_MS } from './thread.ts';

async function startThread(t: TestContext) {
  const thread = new Worker(new URL('./thread.ts', import.meta.url));
  t.after(() => thread.terminate());
  const said: unknown[] = [];
  thread.on('message', (message) => said.push(message));
  await once(thread, 'message');
  return { thread, said };
}

test('threads are told to stop, one that starts meanwhile too; closing waits for all of them', async (t) => {
  const first = await startThread(t);
  const stopping = stopThreads();
  const late = await startThread(t);
  await until('both threads being told', () =>
    [first, late].every(({ said }) => said.includes('told to stop')),
  );
  const startMs = performance.now();
  await stopping.close();
  assert.ok(performance.now() - startMs >= CLOSING_MS - 1, 'it did not wait');
  await until('both threads having closed', () => [first, late].every(({ said }) => said.includes('closed')));
});

test('a thread that is gone is not waited for', async (t) => {
  const { thread } = await startThread(t);
  await thread.terminate();
  const startMs = performance.now();
  await stopThreads().close();
  assert.ok(performance.now() - startMs < 1_000);
});
