import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { sendByHttp } from '../../lib/senders/http-send.ts';
import { HttpSession } from '../../lib/senders/http-session.ts';
import { visitByHttp } from '../../lib/senders/http-visit.ts';
import { ParkError } from '../../lib/submission/errors.ts';
import { egressTo, HOST, listen, rawTarget, TEST_CERTIFICATE, TEST_KEY } from '../egress/support.ts';

const SIGNAL = AbortSignal.timeout(20_000);

/** A target by TLS that answers every request with what it was asked. */
async function startTls(t: TestContext, onPost: (socket: Socket) => void = () => {}) {
  const seen: string[] = [];
  const server = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (request, response) => {
    seen.push(`${request.method} ${request.headers.host} ${request.headers.cookie ?? 'none'}`);
    if (request.method === 'POST') onPost(request.socket);
    // Nothing forbids a target to say so.
    response.writeHead(200, { 'set-cookie': 'sid=7; Secure', 'x-sekali-egress': 'connect' }).end('told');
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  return { port: await listen(t, server), seen, connections: () => connections };
}

async function visitorOf(t: TestContext, port: number, allow = [HOST]) {
  const egress = await egressTo(t, [port], { allow });
  const session = new HttpSession(egress);
  const url = new URL(`https://${HOST}:${port}/`);
  return {
    visit: () => visitByHttp(session, egress, url.href, { signal: SIGNAL, timeoutMs: 10_000 }),
    send: () =>
      sendByHttp(
        session,
        egress,
        { method: 'POST', url, headers: {}, body: Buffer.from('name=Ana') },
        SIGNAL,
      ),
  };
}

const trusted = getCACertificates('default');
const trust = () => setDefaultCACertificates([...trusted, TEST_CERTIFICATE]);

test('a certificate that nobody signed: the target is told nothing', async (t) => {
  const { port, seen } = await startTls(t);
  const { visit, send } = await visitorOf(t, port);
  await assert.rejects(visit(), /self-signed certificate/);
  assert.notEqual((await send()).kind, 'answered');
  assert.deepEqual(seen, []);
});

test('page and submission by TLS, with the cookies that only go so', async (t) => {
  trust();
  const { port, seen, connections } = await startTls(t);
  const { visit, send } = await visitorOf(t, port);
  assert.equal((await visit()).body.toString(), 'told');
  const sent = await send();
  assert.equal(sent.kind === 'answered' ? sent.told.body.toString() : sent.reason, 'told');
  assert.deepEqual(seen, [`GET ${HOST}:${port} none`, `POST ${HOST}:${port} sid=7`]);
  // One for each, and that is the tunnel: none was opened past the proxy.
  assert.equal(connections(), 2);
});

test('a reset after the POST: no answer, one POST', async (t) => {
  trust();
  const { port, seen } = await startTls(t, (socket) => socket.destroy());
  const { send } = await visitorOf(t, port);
  assert.equal((await send()).kind, 'noAnswer');
  assert.equal(seen.length, 1);
});

test('a handshake that breaks: unsent, by what the proxy saw', async (t) => {
  trust();
  const { port } = await rawTarget(t, (socket) => socket.once('data', () => socket.resetAndDestroy()));
  const { send } = await visitorOf(t, port);
  const sent = await send();
  assert.match(sent.kind === 'unsent' ? sent.reason : sent.kind, /reached: handshake/);
});

test('a host that is not allowed: parked, and the target sees no connection', async (t) => {
  const target = await rawTarget(t);
  const { visit } = await visitorOf(t, target.port, ['other.example']);
  await assert.rejects(
    visit(),
    (thrown) => thrown instanceof ParkError && thrown.reason === 'hostNotAllowed',
  );
  assert.equal(target.connections, 0);
});
