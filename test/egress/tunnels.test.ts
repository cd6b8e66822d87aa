import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { connectThrough, egressTo, HOST, listen, rawTarget, until } from './support.ts';

test('a tunnel passes bytes both ways, and each side ends by itself', async (t) => {
  // Answers only once its client has ended: a proxy that closes both sides at once would lose the answer.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const hash = createHash('sha256');
    socket.on('data', (chunk) => hash.update(chunk));
    socket.on('end', () => socket.end(hash.digest('hex')));
  });
  const port = await listen(t, server);
  const egress = await egressTo(t, [port]);
  const { socket } = await connectThrough(t, egress, `${HOST}:${port}`);
  const body = Buffer.alloc(20_000_000, 'abcdefghijk');
  socket.end(body);
  const [digest] = await once(socket, 'data');
  assert.equal(String(digest), createHash('sha256').update(body).digest('hex'));
});

test('a target that ends first still gets what its client says later', async (t) => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.end('you first');
    socket.on('data', (chunk) => received.push(String(chunk)));
  });
  const received: string[] = [];
  const port = await listen(t, server);
  const egress = await egressTo(t, [port]);
  const { socket } = await connectThrough(t, egress, `${HOST}:${port}`, '', { allowHalfOpen: true });
  await once(socket.resume(), 'end');
  socket.end('thanks');
  await until(() => received.join('') === 'thanks', 'the bytes arrived');
});

test('a tunnel may idle for longer than connecting may take', async (t) => {
  const target = await rawTarget(t);
  const egress = await egressTo(t, [target.port], { connectTimeoutMs: 50 });
  const { socket } = await connectThrough(t, egress, `${HOST}:${target.port}`);
  await new Promise((resolve) => setTimeout(resolve, 200));
  socket.write('still here');
  await until(() => target.received === 'still here', 'the bytes arrived');
});

test('a target that does not read holds its client back', async (t) => {
  const target = await rawTarget(t, (socket) => socket.pause());
  const egress = await egressTo(t, [target.port]);
  const { socket } = await connectThrough(t, egress, `${HOST}:${target.port}`);
  const chunk = Buffer.alloc(1_000_000);
  let sent = 0;
  const fill = () => {
    sent += 1;
    if (sent < 200) socket.write(chunk, fill);
  };
  fill();
  let last = sent;
  let since = performance.now();
  await until(() => {
    if (sent !== last) since = performance.now();
    last = sent;
    return performance.now() - since > 200;
  }, 'no more was taken in');
  assert.ok(sent < 100, `${sent} MB were taken in`);
});

test('a reset on either side closes the other', async (t) => {
  let targetClosed = false;
  const target = await rawTarget(t, (socket) => {
    socket.once('close', () => {
      targetClosed = true;
    });
    socket.on('data', () => socket.resetAndDestroy());
  });
  const egress = await egressTo(t, [target.port]);
  const byTarget = await connectThrough(t, egress, `${HOST}:${target.port}`, 'reset me');
  if (!byTarget.socket.destroyed) await once(byTarget.socket.resume(), 'close');

  targetClosed = false;
  const byClient = await connectThrough(t, egress, `${HOST}:${target.port}`);
  byClient.socket.resetAndDestroy();
  await until(() => targetClosed, 'the target saw its connection close');
});
