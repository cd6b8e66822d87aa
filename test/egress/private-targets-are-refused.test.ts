import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  connectThrough,
  egressTo,
  HOST,
  NOBODYS_PUBLIC_ADDRESS,
  rawTarget,
  requestThrough,
} from './support.ts';

/** Allowed as hosts, so that only the address check can refuse them. */
const LITERALS = [
  '127.0.0.1',
  '[::1]',
  '169.254.169.254',
  '[fd00:ec2::254]',
  '10.1.2.3',
  '[::ffff:127.0.0.1]',
  '0.0.0.0',
];
/** Other ways to write 127.0.0.1 and its mapped form. */
const DISGUISED = [
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '127.0.0.1.',
  '[0:0:0:0:0:ffff:7f00:1]',
];

test('address literals, however written, are refused by CONNECT and by plain HTTP', async (t) => {
  const target = await rawTarget(t);
  const egress = await egressTo(t, [], { allow: LITERALS });
  for (const host of [...LITERALS, ...DISGUISED]) {
    const { status, egress: own } = await connectThrough(t, egress, `${host}:${target.port}`);
    assert.deepEqual([status, own], [403, 'refused'], host);
    const answer = await requestThrough(egress, `http://${host}:${target.port}/`);
    assert.deepEqual([answer.status, answer.egress], [403, 'refused'], host);
  }
  assert.equal(target.connections, 0);
  assert.deepEqual(new Set(egress.refusals.map(({ why }) => why)), new Set(['address']));
});

test('a name is refused when any of its addresses is private', async (t) => {
  const target = await rawTarget(t);
  for (const addresses of [
    ['127.0.0.1'],
    [NOBODYS_PUBLIC_ADDRESS, '127.0.0.1'],
    ['127.0.0.1', NOBODYS_PUBLIC_ADDRESS],
  ]) {
    const egress = await egressTo(t, [], { resolve: async () => addresses });
    egress.watch(HOST, target.port);
    const { status, egress: own } = await connectThrough(t, egress, `${HOST}:${target.port}`);
    assert.deepEqual([status, own], [403, 'refused']);
    assert.deepEqual(egress.refusals, [{ host: HOST, port: target.port, why: 'address' }]);
    assert.equal(egress.seal(), 'refused');
  }
  assert.equal(target.connections, 0);
});

test('a name that turns private after its check is never reached there', async (t) => {
  const target = await rawTarget(t);
  const answers = [[NOBODYS_PUBLIC_ADDRESS], ['127.0.0.1']];
  let lookups = 0;
  const egress = await egressTo(t, [], {
    resolve: async () => answers[lookups++] ?? [],
    connectTimeoutMs: 200,
  });
  const first = await connectThrough(t, egress, `${HOST}:${target.port}`);
  assert.equal(first.egress, 'connect');
  assert.equal(lookups, 1, 'one connection resolves once');
  const second = await connectThrough(t, egress, `${HOST}:${target.port}`);
  assert.equal(second.egress, 'refused');
  assert.equal(target.connections, 0);
});

test('a local target opens its own address and port only, and only for an allowed host', async (t) => {
  const target = await rawTarget(t, (socket) => socket.end('hello'));
  const other = await rawTarget(t);
  const egress = await egressTo(t, [target.port]);
  const statusOf = async (authority: string) => (await connectThrough(t, egress, authority)).status;
  assert.equal(await statusOf(`${HOST}:${target.port}`), 200);
  assert.equal(await statusOf(`${HOST}:${other.port}`), 403);
  assert.equal(await statusOf(`127.0.0.1:${target.port}`), 403);
  assert.equal(other.connections, 0);
});

test('a redirect to a private address is refused when it is followed', async (t) => {
  const inner = await rawTarget(t);
  const target = await rawTarget(t, (socket) => {
    const location = `http://127.0.0.1:${inner.port}/`;
    socket.once('data', () =>
      socket.end(`HTTP/1.1 302 Found\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`),
    );
  });
  const egress = await egressTo(t, [target.port], { allow: [HOST, '127.0.0.1'] });
  const redirect = await requestThrough(egress, `http://${HOST}:${target.port}/`);
  assert.equal(redirect.status, 302);
  const followed = await requestThrough(egress, redirect.headers.location ?? '');
  assert.deepEqual([followed.status, followed.egress], [403, 'refused']);
  assert.equal(inner.connections, 0);
});
