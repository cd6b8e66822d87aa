/** Stands for a function in a thread: says when it is told to stop, and when it closes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { stopOfThread } from '../../functions/thread-stop.ts';

/** Closing takes so long. */
export const CLOSING_MS = 400;

const stop = stopOfThread(async () => {
  await sleep(CLOSING_MS);
  parentPort?.postMessage('closed');
});
stop?.signal.addEventListener('abort', () => parentPort?.postMessage('told to stop'));
// A thread waits for invocations.
parentPort?.on('message', () => {});
parentPort?.postMessage('started');
