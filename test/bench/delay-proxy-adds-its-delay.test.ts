import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDelayProxy } from '../../bench/delay-proxy.ts';

/** Answers each line by itself, in capitals. */
const server = createServer((socket) => {
  socket.on('data', (chunk) => socket.write(chunk.toString().toUpperCase()));
  socket.on('error', () => socket.destroy());
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
after(() => server.close());

async function proxyOf(t: TestContext, addedRoundTripMs: number) {
  const proxy = await startDelayProxy(port, addedRoundTripMs);
  t.after(proxy.close);
  return proxy;
}

async function clientOf(t: TestContext, proxyPort: number) {
  const socket = connect(proxyPort, '127.0.0.1');
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  /** Sends a text, and resolves when as much of it has come back. */
  return async (text: string) => {
    received = '';
    socket.write(text);
    while (received.length < text.length) await once(socket, 'data');
    return received;
  };
}

test('an answer takes at least the added round trip, and its bytes come in order', async (t) => {
  const ADDED_MS = 200;
  const ask = await clientOf(t, (await proxyOf(t, ADDED_MS)).port);
  for (const text of ['a', 'bc', 'x'.repeat(100_000)]) {
    const startedAt = performance.now();
    assert.equal(await ask(text), text.toUpperCase());
    const tookMs = performance.now() - startedAt;
    assert.ok(tookMs >= ADDED_MS, `${tookMs} ms`);
  }
});

test('each answer that was waited for is a round trip', async (t) => {
  const proxy = await proxyOf(t, 0);
  const [one, other] = [await clientOf(t, proxy.port), await clientOf(t, proxy.port)];
  await one('a');
  await one('b');
  await other('c');
  assert.equal(proxy.roundTrips(), 3);
  assert.equal(proxy.roundTrips(), 0, 'counted since the last look');
});

test('what is sent while an answer is under way is no round trip of its own', async (t) => {
  // Long enough for both to be on their way.
  const proxy = await proxyOf(t, 500);
  const ask = await clientOf(t, proxy.port);
  await ask('connected');
  proxy.roundTrips();
  const first = ask('a');
  await sleep(100);
  await Promise.all([first, ask('b')]);
  assert.equal(proxy.roundTrips(), 1);
});
