import { BroadcastChannel, isMainThread, locks } from 'node:worker_threads';
import { type Stop, stopButton } from './stop.ts';

/** Between the threads of one process: `stop`, then `close`; and `started`, from a thread that may have missed the first. */
export const STOP_CHANNEL = 'sekali:stop';
/** Held, shared, by every thread that has something to close. */
export const OPEN_LOCK = 'sekali:open';

/**
 * On one machine a function runs in a worker thread of `serverless offline`, which gets no signals: whoever feeds it says over
 * a channel that it must stop, and, once no batch runs, that it must `close`.
 *
 * On Lambda there is nothing to hear. Only idle environments are shut down; those with extensions get a SIGTERM, which ends
 * Node at once, and with nothing under way that is all that has to happen.
 */
export function stopOfThread(close: () => Promise<void>): Stop | undefined {
  if (isMainThread) return undefined;
  const stop = stopButton();
  const closed = Promise.withResolvers<void>();
  void locks.request(OPEN_LOCK, { mode: 'shared' }, () => closed.promise);
  const channel = new BroadcastChannel(STOP_CHANNEL);
  channel.onmessage = async ({ data }) => {
    if (data === 'stop') stop.press();
    if (data === 'close') closed.resolve(close());
  };
  channel.postMessage('started');
  channel.unref();
  return stop;
}
