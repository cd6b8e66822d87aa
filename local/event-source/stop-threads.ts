/** How functions that run in threads, which hear no signals, are told to stop. Their side: `functions/thread-stop.ts`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BroadcastChannel, locks } from 'node:worker_threads';
import { OPEN_LOCK, STOP_CHANNEL } from '../../functions/thread-stop.ts';
import { DEFAULTS } from '../../lib/config/defaults.ts';

export interface StoppingThreads {
  /** Once no batch runs: resolves when every thread has closed what it has open, or does not come to it in time. */
  close(): Promise<void>;
}

/** Tells all threads of this process, also those that are only just starting, to stop. */
export function stopThreads(): StoppingThreads {
  const channel = new BroadcastChannel(STOP_CHANNEL);
  channel.onmessage = ({ data }) => data === 'started' && channel.postMessage('stop');
  channel.postMessage('stop');
  return {
    async close() {
      channel.postMessage('close');
      const closed = locks.request(OPEN_LOCK, () => {});
      await within(DEFAULTS.stopClosingMs, closed);
      channel.close();
    },
  };
}

/** Resolves with the work, or after `ms`. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, sleep(ms, undefined, { ref: false })]);
}
