import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { ProxyData } from './delay-proxy.ts';

/** Timers know whole milliseconds only. What is due sooner is waited for in naps, between which sockets are looked at. */
const TIMER_MS = 2;
const NAP_MS = 0.05;

const { port, eachWayMs, count } = workerData as ProxyData;
const roundTrips = new Int32Array(count);
const nap = new Int32Array(new SharedArrayBuffer(4));

const server = createServer((client) => {
  const upstream = connect(port, '127.0.0.1');
  let answered = true;
  const up = delayed(upstream);
  const down = delayed(client);
  client.on('data', (chunk) => {
    if (answered) Atomics.add(roundTrips, 0, 1);
    answered = false;
    up(chunk);
  });
  upstream.on('data', (chunk) => {
    answered = true;
    down(chunk);
  });
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    one.setNoDelay();
    one.on('error', () => one.destroy()).on('close', () => other.destroy());
  }
}).listen(0, '127.0.0.1');
await once(server, 'listening');
parentPort?.postMessage((server.address() as AddressInfo).port);

/** All that waits to be passed on, the next to be due first: the delay is the same for all. */
const waiting: { readonly dueMs: number; readonly to: Socket; readonly chunk: Buffer }[] = [];

function delayed(to: Socket): (chunk: Buffer) => void {
  if (eachWayMs === 0) return (chunk) => void to.write(chunk);
  return (chunk) => {
    waiting.push({ dueMs: performance.now() + eachWayMs, to, chunk });
    if (waiting.length === 1) passOn();
  };
}

function passOn(): void {
  for (;;) {
    const [first] = waiting;
    if (first === undefined) return;
    const leftMs = first.dueMs - performance.now();
    if (leftMs > TIMER_MS) return void setTimeout(passOn, leftMs - TIMER_MS);
    if (leftMs > 0) {
      Atomics.wait(nap, 0, 0, Math.min(leftMs, NAP_MS));
      return void setImmediate(passOn);
    }
    waiting.shift();
    first.to.write(first.chunk);
  }
}
