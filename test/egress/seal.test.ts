import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { connectThrough, egressTo, HOST, rawTarget, requestThrough, until } from './support.ts';

test('seal breaks open tunnels and refuses new ones', async (t) => {
  let targetClosed = false;
  const target = await rawTarget(t, (socket) => {
    socket.once('close', () => {
      targetClosed = true;
    });
  });
  const egress = await egressTo(t, [target.port]);
  egress.watch(HOST, target.port);
  const { socket } = await connectThrough(t, egress, `${HOST}:${target.port}`);
  assert.equal(egress.seal(), 'handshake');
  // On its way into the proxy when that sealed: it must end there.
  socket.write('POST / HTTP/1.1\r\n\r\n');
  if (!socket.destroyed) await once(socket, 'close');
  await until(() => targetClosed, 'the target saw its connection close');
  assert.equal(target.received, '');

  const refused = await connectThrough(t, egress, `${HOST}:${target.port}`, 'POST / HTTP/1.1\r\n\r\n');
  assert.deepEqual([refused.status, refused.egress], [403, 'refused']);
  const plain = await requestThrough(egress, `http://${HOST}:${target.port}/`);
  assert.deepEqual([plain.status, plain.egress], [403, 'refused']);
  assert.equal(target.connections, 1);
  assert.deepEqual(egress.refusals, [], 'sealing is no refusal by the rules');
  assert.equal(egress.seal(), 'handshake', 'what comes after the seal does not change its answer');
});

test('a connection that was still resolving when the seal came never leaves', async (t) => {
  const target = await rawTarget(t);
  const { promise: resolved, resolve: answer } = Promise.withResolvers<readonly string[]>();
  let asked = false;
  const egress = await egressTo(t, [target.port], {
    resolve: () => {
      asked = true;
      return resolved;
    },
  });
  egress.watch(HOST, target.port);
  const tunnel = connectThrough(t, egress, `${HOST}:${target.port}`, 'POST');
  const request = requestThrough(egress, `http://${HOST}:${target.port}/`, { method: 'POST', body: 'POST' });
  const ended = Promise.all([assert.rejects(tunnel), assert.rejects(request)]);
  await until(() => asked, 'the name was looked up');
  assert.equal(egress.seal(), 'none');
  answer(['127.0.0.1']);
  await ended;
  // A connection made in the same turn would have been accepted before this one.
  const marker = connect(target.port, '127.0.0.1');
  t.after(() => marker.destroy());
  await until(() => target.connections > 0, 'the marker arrived');
  assert.equal(target.connections, 1);
  assert.equal(target.received, '');
});

test('a sealed plain HTTP request counts as sent, and breaks', async (t) => {
  const target = await rawTarget(t);
  const egress = await egressTo(t, [target.port]);
  egress.watch(HOST, target.port);
  const request = assert.rejects(
    requestThrough(egress, `http://${HOST}:${target.port}/`, { method: 'POST', body: 'x' }),
  );
  await until(() => target.received.includes('x'), 'the request arrived');
  assert.equal(egress.seal(), 'tunnelled');
  await request;
});

test('what was still resolving when it was shut has reached nothing', async (t) => {
  const target = await rawTarget(t);
  const { promise: resolved, resolve: answer } = Promise.withResolvers<readonly string[]>();
  const asked: string[] = [];
  const egress = await egressTo(t, [target.port], {
    resolve: (host) => {
      asked.push(host);
      return asked.length === 1 ? resolved : Promise.resolve(['127.0.0.1']);
    },
  });
  egress.watch(HOST, target.port);
  const dropped = assert.rejects(connectThrough(t, egress, `${HOST}:${target.port}`));
  await until(() => asked.length === 1, 'the name was looked up');
  egress.shut();
  answer(['127.0.0.1']);
  await dropped;
  assert.equal(egress.seal(), 'none');
});

test('close gives the port back, also when called twice', async (t) => {
  const target = await rawTarget(t);
  const egress = await egressTo(t, [target.port]);
  const { socket } = await connectThrough(t, egress, `${HOST}:${target.port}`);
  await Promise.all([egress.close(), egress.close()]);
  if (!socket.destroyed) await once(socket.resume(), 'close');
  await assert.rejects(
    once(connect(Number(new URL(egress.url).port), '127.0.0.1'), 'connect'),
    /ECONNREFUSED/,
  );
});
