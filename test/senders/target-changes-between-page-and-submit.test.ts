import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { createSecureContext, TLSSocket } from 'node:tls';
import { secretsOf } from '../../lib/form/secrets.ts';
import { openRun } from '../../lib/senders/open-run.ts';
import type { RunResult } from '../../lib/submission/ports.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../egress/support.ts';
import { noEvidence } from '../support/evidence.ts';
import { sharedBrowser, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget, type Target } from '../support/target.ts';

const start = (page = PAGE) =>
  startTarget((seen, response) => html(response, seen.method === 'POST' ? RECEIPT : page));

/** The same by TLS, with a certificate that nobody signed. From `breakWith` on that is what happens to new connections. */
async function startByTls(maxVersion: 'TLSv1.2' | 'TLSv1.3' = 'TLSv1.3') {
  const plain = await start();
  const secureContext = createSecureContext({ key: TEST_KEY, cert: TEST_CERTIFICATE, maxVersion });
  const open = new Set<Socket>();
  let onConnection = (socket: Socket) => {
    const secure = new TLSSocket(socket, { isServer: true, secureContext });
    const behind = connect(Number(plain.host.split(':')[1]), '127.0.0.1');
    for (const one of [secure, behind]) one.on('error', () => socket.destroy());
    secure.pipe(behind).pipe(secure);
  };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const dropConnections = () => {
    for (const socket of open) socket.destroy();
  };
  after(() => {
    server.close();
    dropConnections();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const breakWith = (how: (socket: Socket) => void) => {
    onConnection = how;
  };
  return { ...plain, url: `https://${host}`, host, dropConnections, breakWith };
}

interface Drive {
  /** Between the held request and its send. */
  readonly arm?: () => void;
  readonly hosts?: readonly string[];
  readonly ignoreHTTPSErrors?: boolean;
  readonly proofMs?: number;
}

async function drive(target: Target, options: Drive = {}): Promise<RunResult> {
  const { arm = () => {}, hosts = [target.host], ignoreHTTPSErrors = true, proofMs = 10_000 } = options;
  const run = openRun({
    form: testForm(target),
    data: { name: 'Ana' },
    secrets: secretsOf(testForm(target), {}),
    browsers: {
      newContext: (more, prepare) => sharedBrowser.newContext({ ...more, ignoreHTTPSErrors }, prepare),
    },
    localTargets: hosts,
    timeouts: { navigationMs: 20_000, actionMs: 20_000 },
    evidence: noEvidence,
  });
  try {
    return await run.run({
      claim: { key: 'test-form.1', token: '1' },
      signal: new AbortController().signal,
      arm: async () => arm(),
      armBudgetMs: () => 60_000,
      proofBudgetMs: () => proofMs,
    });
  } finally {
    await run.close();
  }
}

test('it drops the connections that it kept open, by http and by TLS: sent once, on a new one', async () => {
  const plain = await start();
  const dropPlain = () => {
    for (const { socket } of plain.seen) socket.destroy();
  };
  assert.equal((await drive(plain, { arm: dropPlain })).kind, 'submitted');
  assert.equal(plain.count('POST'), 1);

  const byTls = await startByTls();
  assert.equal((await drive(byTls, { arm: byTls.dropConnections })).kind, 'submitted');
  assert.equal(byTls.count('POST'), 1);
});

/** A fatal alert: handshake_failure (RFC 8446, 6). */
const ALERT = Buffer.from([21, 3, 3, 0, 2, 2, 40]);

const HANDSHAKES: Record<string, (socket: Socket) => void> = {
  'resets at the first byte': (socket) => socket.once('data', () => socket.resetAndDestroy()),
  'gets an alert': (socket) => socket.once('data', () => socket.end(ALERT)),
  'gets plain HTTP': (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  'gets no answer': () => {},
};
for (const [how, breaks] of Object.entries(HANDSHAKES)) {
  test(`the TLS handshake of the submit ${how}: unsent`, async () => {
    const target = await startByTls();
    const result = await drive(target, { arm: () => target.breakWith(breaks), proofMs: 1_500 });
    assert.match(result.kind === 'unsent' ? result.reason : result.kind, /reached: handshake/);
    assert.equal(target.count('POST'), 0);
  });
}

test('the submit leads to a certificate that nobody signed: unsent', async () => {
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const secure = await startByTls(version);
    const target = await start(PAGE.replace('/submit', `${secure.url}/submit`));
    const result = await drive(target, { hosts: [target.host, secure.host], ignoreHTTPSErrors: false });
    assert.equal(result.kind, 'unsent', version);
    assert.equal(secure.count('POST'), 0);
  }
});
