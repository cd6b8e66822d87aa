import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { type TestContext, test } from 'node:test';
import { type Egress, OWN_ANSWER_HEADER } from '../../lib/egress/proxy.ts';
import { connectThrough, egressTo, HOST, rawTarget, requestThrough, until } from './support.ts';

/** The first bytes of a TLS handshake, and of what follows it. */
const HANDSHAKE = '\x16\x03\x01\x00\x01a';
const APPLICATION_DATA = '\x17\x03\x03\x00\x01a';

const answersAll = (t: TestContext) =>
  rawTarget(t, (socket) =>
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')),
  );

async function refuses(t: TestContext, egress: Egress, port: number): Promise<void> {
  const tunnel = await connectThrough(t, egress, `${HOST}:${port}`, 'x');
  assert.deepEqual([tunnel.status, tunnel.egress], [403, 'refused']);
  const plain = await requestThrough(egress, `http://${HOST}:${port}/`);
  assert.deepEqual([plain.status, plain.egress], [403, 'refused'], OWN_ANSWER_HEADER);
}

test('shut breaks what is open and refuses everything, until it is opened again', async (t) => {
  const target = await rawTarget(t);
  const egress = await egressTo(t, [target.port]);
  const { socket } = await connectThrough(t, egress, `${HOST}:${target.port}`);
  egress.shut();
  if (!socket.destroyed) await once(socket.resume(), 'close');
  await refuses(t, egress, target.port);
  assert.equal(target.connections, 1);
  assert.deepEqual(egress.refusals, [], 'this is no refusal by the rules');
  egress.reopen();
  assert.equal((await connectThrough(t, egress, `${HOST}:${target.port}`)).status, 200);
});

test('one tunnel to the target, a fresh one, and no other while it stands', async (t) => {
  const target = await rawTarget(t);
  const other = await rawTarget(t);
  const egress = await egressTo(t, [target.port, other.port]);
  const { socket } = await connectThrough(t, egress, `${HOST}:${other.port}`);
  egress.admitOne(HOST, target.port);
  if (!socket.destroyed) await once(socket.resume(), 'close');
  await refuses(t, egress, other.port);
  await connectThrough(t, egress, `${HOST}:${target.port}`, HANDSHAKE);
  await refuses(t, egress, target.port);
  assert.equal(target.connections, 1);
  assert.equal(other.connections, 1);
});

test('a tunnel on which more than a handshake went up is the last one', async (t) => {
  const target = await rawTarget(t);
  const egress = await egressTo(t, [target.port]);
  egress.admitOne(HOST, target.port);
  const { socket } = await connectThrough(t, egress, `${HOST}:${target.port}`, HANDSHAKE + APPLICATION_DATA);
  await until(() => target.received.length > HANDSHAKE.length, 'all of it arrived');
  socket.destroy();
  await until(() => target.connections === 1, 'the connection was seen');
  await refuses(t, egress, target.port);
  assert.equal(egress.seal(), 'tunnelled');
});

test('a handshake that broke may be tried once more', async (t) => {
  const target = await rawTarget(t, (socket) => socket.once('data', () => socket.destroy()));
  const egress = await egressTo(t, [target.port]);
  egress.admitOne(HOST, target.port);
  const { socket } = await connectThrough(t, egress, `${HOST}:${target.port}`, HANDSHAKE);
  if (!socket.destroyed) await once(socket.resume(), 'close');
  assert.equal((await connectThrough(t, egress, `${HOST}:${target.port}`, HANDSHAKE)).status, 200);
  await until(() => target.connections === 2, 'the second one arrived');
  assert.equal(egress.seal(), 'handshake');
});

test('one plain request, and no second one on the same connection', async (t) => {
  const target = await answersAll(t);
  const egress = await egressTo(t, [target.port]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  egress.admitOne(HOST, target.port);
  const url = `http://${HOST}:${target.port}/`;
  const first = await requestThrough(egress, url, { method: 'POST', body: 'x', agent });
  assert.deepEqual([first.status, first.egress], [200, undefined]);
  const second = await requestThrough(egress, url, { method: 'POST', body: 'x', agent });
  assert.deepEqual([second.status, second.egress], [403, 'refused']);
  assert.equal(target.connections, 1);
  assert.equal(egress.seal(), 'tunnelled', 'what is refused later does not change how far the first one got');
});

test('sealed stays sealed', async (t) => {
  const target = await rawTarget(t);
  const egress = await egressTo(t, [target.port]);
  egress.seal();
  egress.admitOne(HOST, target.port);
  await refuses(t, egress, target.port);
  egress.reopen();
  await refuses(t, egress, target.port);
});
