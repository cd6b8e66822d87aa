import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { openEgress } from '../../lib/egress/proxy.ts';
import { connectThrough, egressTo, HOST, rawTarget, requestThrough } from './support.ts';

test("what asks for no target gets a 400 that is marked as the proxy's own", async (t) => {
  const egress = await egressTo(t, []);
  for (const authority of [
    HOST,
    `${HOST}:`,
    `${HOST}:0`,
    `${HOST}:65536`,
    ':443',
    `${HOST}:443/x`,
    '[::1:443',
    `a b:443`,
  ]) {
    const answer = await connectThrough(t, egress, authority).catch((error: Error) => error.message);
    // Node's own parser breaks the connection of the last two before the proxy sees them.
    if (typeof answer !== 'string')
      assert.deepEqual([answer.status, answer.egress], [400, 'refused'], authority);
    else assert.match(answer, /^closed/);
  }
  const port = Number(new URL(egress.url).port);
  for (const url of ['/', `https://${HOST}/`, `ftp://${HOST}/`, 'http://']) {
    const client = connect(port, '127.0.0.1');
    client.write(`GET ${url} HTTP/1.1\r\nhost: ${HOST}\r\n\r\n`);
    assert.match(await text(client), /^HTTP\/1\.1 400 .*x-sekali-egress: refused/s, url);
  }
});

test('a refused CONNECT takes in what its client goes on to send, however much', async (t) => {
  const egress = await egressTo(t, []);
  const { status, socket } = await connectThrough(t, egress, `${HOST}:443`, 'x'.repeat(30_000_000));
  assert.equal(status, 403);
  await once(socket.end(), 'finish');
  await once(socket.resume(), 'close');
});

test('a plain HTTP request that wants to upgrade is refused', async (t) => {
  const target = await rawTarget(t);
  const egress = await egressTo(t, [target.port]);
  const headers = { connection: 'upgrade', upgrade: 'websocket' };
  const answer = await requestThrough(egress, `http://${HOST}:${target.port}/`, { headers });
  assert.deepEqual([answer.status, answer.egress], [403, 'refused']);
  assert.equal(target.connections, 0);
});

test('resets, half requests and noise break their own connection only', async (t) => {
  const target = await rawTarget(t, (socket) => socket.end('hello'));
  const egress = await egressTo(t, [target.port]);
  const port = Number(new URL(egress.url).port);
  const post = `POST http://${HOST}:${target.port}/ HTTP/1.1\r\nhost: x\r\n`;
  const noises = [
    '',
    'noise\r\n\r\n',
    'GET http',
    `CONNECT ${HOST}:${target.port} HTTP/1.1\r\n\r\n`,
    `${post}content-length: 9\r\n\r\nx`,
    `${post}transfer-encoding: chunked\r\n\r\nzz\r\n`,
    `${post}x: ${'y'.repeat(300_000)}\r\n\r\n`,
  ];
  for (const noise of noises) {
    for (const leave of ['resetAndDestroy', 'destroy', 'end'] as const) {
      const client = connect(port, '127.0.0.1').on('error', () => {});
      t.after(() => client.destroy());
      await once(client, 'connect');
      client.write(noise, () => client[leave]());
    }
  }
  const after = await connectThrough(t, egress, `${HOST}:${target.port}`);
  assert.equal(String((await once(after.socket, 'data'))[0]), 'hello');
});

test('options that cannot be read are errors', async () => {
  const options = { allow: [], localTargets: [] };
  await assert.rejects(openEgress({ ...options, allow: ['https://form.example'] }), /can be allowed/);
  for (const entry of ['127.0.0.1', 'localhost:4010']) {
    await assert.rejects(openEgress({ ...options, localTargets: [entry] }), /not an address and port/);
  }
});
