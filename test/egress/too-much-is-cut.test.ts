import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { connectThrough, egressTo, HOST, listen, rawTarget, requestThrough, until } from './support.ts';

const MAX = 1_000_000;

test('plain HTTP: with more than may come everything is cut, and nothing leaves any more', async (t) => {
  let requests = 0;
  const target = createServer((_, response) => {
    requests += 1;
    response.end(Buffer.alloc(MAX / 2));
  });
  const port = await listen(t, target);
  const egress = await egressTo(t, [port], { maxReceivedBytes: MAX });
  const url = `http://${HOST}:${port}/`;
  egress.watch(HOST, port);

  await requestThrough(egress, url);
  await requestThrough(egress, url);
  assert.equal(egress.flooded, false, 'as much as may come');
  await assert.rejects(requestThrough(egress, url));
  assert.equal(egress.flooded, true);
  const after = await requestThrough(egress, url);
  assert.deepEqual([after.status, after.egress], [403, 'refused']);
  assert.match(after.body, /more than it may/);
  assert.equal(requests, 3);
  assert.equal(egress.seal(), 'tunnelled');
});

test('a tunnel: the same', async (t) => {
  const target = await rawTarget(t, (socket) => socket.write(Buffer.alloc(MAX + 1)));
  const egress = await egressTo(t, [target.port], { maxReceivedBytes: MAX });
  const { socket } = await connectThrough(t, egress, `${HOST}:${target.port}`);
  let received = 0;
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  await until(() => socket.destroyed, 'the tunnel was cut');
  assert.ok(received <= MAX, `${received} bytes`);
  assert.equal(egress.flooded, true);
  const next = await connectThrough(t, egress, `${HOST}:${target.port}`);
  assert.deepEqual([next.status, next.egress, target.connections], [403, 'refused', 1]);
});
