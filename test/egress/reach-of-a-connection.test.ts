import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer, request } from 'node:http';
import { test } from 'node:test';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import type { Egress, Reach } from '../../lib/egress/proxy.ts';
import { freePort } from '../../local/ports.ts';
import {
  busyPort,
  connectThrough,
  egressTo,
  HOST,
  listen,
  NOBODYS_PUBLIC_ADDRESS,
  rawTarget,
  requestThrough,
  TEST_CERTIFICATE,
  TEST_KEY,
  until,
} from './support.ts';

/** What both kinds of request get where no connection comes about, and the reach after each. */
async function refusedAlike(egress: Egress, port: number, t: Parameters<typeof connectThrough>[0]) {
  egress.watch(HOST, port);
  const tunnel = await connectThrough(t, egress, `${HOST}:${port}`);
  const plain = await requestThrough(egress, `http://${HOST}:${port}/`);
  assert.deepEqual([plain.status, plain.egress], [tunnel.status, tunnel.egress]);
  return [tunnel.status, egress.seal()] as [number, Reach];
}

test('none: nothing was watched, or nothing happened', async (t) => {
  const target = await rawTarget(t);
  const unwatched = await egressTo(t, [target.port]);
  await connectThrough(t, unwatched, `${HOST}:${target.port}`, 'hello');
  assert.equal(unwatched.seal(), 'none');

  const idle = await egressTo(t, [target.port]);
  idle.watch(HOST, target.port);
  await connectThrough(t, idle, `other.example:${target.port}`);
  await connectThrough(t, idle, `${HOST}:${target.port + 1}`);
  assert.equal(idle.seal(), 'none');
});

test('dns: the name does not resolve, or to nothing', async (t) => {
  const failing = await egressTo(t, [], { resolve: () => Promise.reject(new Error('ENOTFOUND')) });
  assert.deepEqual(await refusedAlike(failing, 443, t), [502, 'dns']);
  const empty = await egressTo(t, [], { resolve: async () => [] });
  assert.deepEqual(await refusedAlike(empty, 443, t), [502, 'dns']);
});

test('connect: nothing listens there', async (t) => {
  const port = await freePort();
  const egress = await egressTo(t, [port]);
  assert.deepEqual(await refusedAlike(egress, port, t), [502, 'connect']);
});

test('connect: nobody takes the connection in time', async (t) => {
  const port = await busyPort(t);
  const egress = await egressTo(t, [port], { connectTimeoutMs: 100 });
  assert.deepEqual(await refusedAlike(egress, port, t), [504, 'connect']);
});

test('the next address is tried when one does not answer', async (t) => {
  const target = await rawTarget(t);
  const egress = await egressTo(t, [target.port], {
    resolve: async () => [NOBODYS_PUBLIC_ADDRESS, '127.0.0.1'],
    connectTimeoutMs: 200,
  });
  assert.equal((await connectThrough(t, egress, `${HOST}:${target.port}`)).status, 200);
});

test('handshake: a tunnel up which nothing went', async (t) => {
  const target = await rawTarget(t, (socket) => socket.write('220 welcome\r\n'));
  const egress = await egressTo(t, [target.port]);
  egress.watch(HOST, target.port);
  const { socket } = await connectThrough(t, egress, `${HOST}:${target.port}`);
  const [greeting] = await once(socket, 'data');
  assert.equal(String(greeting), '220 welcome\r\n');
  assert.equal(egress.seal(), 'handshake');
});

test('handshake: the target closes on the ClientHello', async (t) => {
  const target = await rawTarget(t, (socket) => socket.once('data', () => socket.destroy()));
  const egress = await egressTo(t, [target.port]);
  egress.watch(HOST, target.port);
  const { socket } = await connectThrough(t, egress, `${HOST}:${target.port}`);
  const tls = connectTls({ socket, servername: HOST, rejectUnauthorized: false });
  await assert.rejects(once(tls, 'secureConnect'));
  assert.ok(target.received.startsWith('\x16\x03'), 'the ClientHello arrived');
  assert.equal(egress.seal(), 'handshake');
});

test('handshake: TLS 1.2 set up, but nothing sent in it', async (t) => {
  const server = createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE, maxVersion: 'TLSv1.2' });
  const port = await listen(t, server);
  const egress = await egressTo(t, [port]);
  egress.watch(HOST, port);
  const { socket } = await connectThrough(t, egress, `${HOST}:${port}`);
  const tls = connectTls({ socket, servername: HOST, ca: TEST_CERTIFICATE });
  await once(tls, 'secureConnect');
  assert.equal(egress.seal(), 'handshake');
});

for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
  test(`tunnelled: a request inside ${version}`, async (t) => {
    let received = '';
    const server = createTlsServer(
      { key: TEST_KEY, cert: TEST_CERTIFICATE, maxVersion: version },
      (socket) => {
        socket.on('data', (chunk) => {
          received += chunk;
          socket.write('answer');
        });
      },
    );
    const port = await listen(t, server);
    const egress = await egressTo(t, [port]);
    egress.watch(HOST, port);
    const { socket } = await connectThrough(t, egress, `${HOST}:${port}`);
    const tls = connectTls({ socket, servername: HOST, ca: TEST_CERTIFICATE });
    await once(tls, 'secureConnect');
    assert.equal(tls.getProtocol(), version);
    tls.write('POST');
    assert.equal(String((await once(tls, 'data'))[0]), 'answer');
    assert.equal(received, 'POST');
    assert.equal(egress.seal(), 'tunnelled');
  });
}

test('tunnelled: one plain byte through a tunnel', async (t) => {
  const target = await rawTarget(t);
  const egress = await egressTo(t, [target.port]);
  egress.watch(HOST, target.port);
  const { socket } = await connectThrough(t, egress, `${HOST}:${target.port}`);
  socket.write('P');
  await until(() => target.received === 'P', 'the byte arrived');
  assert.equal(egress.seal(), 'tunnelled');
});

test('tunnelled: bytes sent along with the CONNECT, which are passed on', async (t) => {
  const target = await rawTarget(t);
  const egress = await egressTo(t, [target.port]);
  egress.watch(HOST, target.port);
  await connectThrough(t, egress, `${HOST}:${target.port}`, 'POST / HTTP/1.1\r\n');
  await until(() => target.received === 'POST / HTTP/1.1\r\n', 'the bytes arrived');
  assert.equal(egress.seal(), 'tunnelled');
});

test('tunnelled: a plain HTTP request', async (t) => {
  const port = await listen(
    t,
    createHttpServer((_, response) => response.end('welcome')),
  );
  const egress = await egressTo(t, [port]);
  egress.watch(HOST, port);
  const answer = await requestThrough(egress, `http://${HOST}:${port}/`);
  assert.deepEqual([answer.status, answer.body, answer.egress], [200, 'welcome', undefined]);
  assert.equal(egress.seal(), 'tunnelled');
});

test('tunnelled: later bytes on a tunnel that was open before', async (t) => {
  const target = await rawTarget(t);
  const egress = await egressTo(t, [target.port]);
  const { socket } = await connectThrough(t, egress, `${HOST}:${target.port}`, 'early');
  await until(() => target.received === 'early', 'the early bytes arrived');
  egress.watch(`${HOST.toUpperCase()}.`, target.port);
  socket.write(' late');
  await until(() => target.received === 'early late', 'the late bytes arrived');
  assert.equal(egress.seal(), 'tunnelled');
});

test('tunnelled: what is left of a plain HTTP upload that began before', async (t) => {
  const target = await rawTarget(t);
  const egress = await egressTo(t, [target.port]);
  const { hostname: host, port } = new URL(egress.url);
  const path = `http://${HOST}:${target.port}/`;
  const upload = request({ host, port, path, method: 'POST' }).on('error', () => {});
  upload.write('early');
  await until(() => target.received.includes('early'), 'the early part arrived');
  egress.watch(HOST, target.port);
  upload.write('late');
  await until(() => target.received.includes('late'), 'the late part arrived');
  assert.equal(egress.seal(), 'tunnelled');
});

test('the furthest counts, and a new watch begins anew', async (t) => {
  const target = await rawTarget(t);
  const addresses = [['127.0.0.1'], []];
  const egress = await egressTo(t, [target.port], {
    resolve: async () => addresses.shift() ?? ['127.0.0.1'],
  });
  egress.watch(HOST, target.port);
  await connectThrough(t, egress, `${HOST}:${target.port}`, 'sent');
  egress.watch(HOST, target.port);
  await connectThrough(t, egress, `${HOST}:${target.port}`);
  await connectThrough(t, egress, `${HOST}:${target.port}`);
  assert.equal(egress.seal(), 'handshake');
});
