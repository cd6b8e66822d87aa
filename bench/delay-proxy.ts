/** Stands in front of a server on 127.0.0.1 as a network would: adds a fixed delay each way, and counts round trips. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface DelayProxy {
  /** As of a Redis. */
  readonly url: string;
  readonly port: number;
  /** Answers that were waited for since the last look: requests sent while none was under way on their connection. */
  roundTrips(): number;
  close(): Promise<void>;
}

export interface ProxyData {
  readonly port: number;
  readonly eachWayMs: number;
  /** One 32-bit number. */
  readonly count: SharedArrayBuffer;
}

/**
 * Starts one in a thread of its own, so that a busy client delays nothing.
 * @param port of the server
 * @param addedRoundTripMs half of it each way
 */
export async function startDelayProxy(port: number, addedRoundTripMs: number): Promise<DelayProxy> {
  const count = new SharedArrayBuffer(4);
  const workerData: ProxyData = { port, eachWayMs: addedRoundTripMs / 2, count };
  const thread = new Worker(new URL('./delay-proxy-thread.ts', import.meta.url), { workerData });
  const [listening] = (await once(thread, 'message')) as [number];
  return {
    url: `redis://127.0.0.1:${listening}`,
    port: listening,
    roundTrips: () => Atomics.exchange(new Int32Array(count), 0, 0),
    async close() {
      await thread.terminate();
    },
  };
}
