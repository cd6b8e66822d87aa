import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Examiner } from '../../lib/doctor/examiner.ts';
import { examineTargets } from '../../lib/doctor/targets.ts';
import { freePort } from '../../local/ports.ts';
import { listen, NOBODYS_PUBLIC_ADDRESS, rawTarget, TEST_CERTIFICATE, TEST_KEY } from '../egress/support.ts';
import { examinerOf, formAt, textsOf } from './support.ts';

const look = async (options: Partial<Examiner>, demoTarget = '') =>
  textsOf((await examineTargets(await examinerOf({ demoTarget }, options))).findings).join('\n');

/** Trusts the certificate of the tests until the test ends. */
function trust(t: TestContext): void {
  const usual = getCACertificates();
  setDefaultCACertificates([...usual, TEST_CERTIFICATE]);
  t.after(() => setDefaultCACertificates(usual));
}

test('a plain target: the port of its page is connected to, and hears nothing', async (t) => {
  const gone = Promise.withResolvers<void>();
  const target = await rawTarget(t, (socket) => socket.once('close', () => gone.resolve()));
  const url = `http://127.0.0.1:${target.port}`;
  const form = formAt('sign-up', ['127.0.0.1'], () => `${url}/page`);
  assert.equal(await look({ forms: [form] }, url), `ok form sign-up: 127.0.0.1:${target.port} connects`);
  // It does not stay, either.
  await gone.promise;
  assert.equal(target.connections, 1);
  assert.equal(target.received, '');
});

test('a target with TLS: the handshake and no more; a certificate for another name is wrong', async (t) => {
  const heard: Buffer[] = [];
  const tls = createTlsServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (socket) => {
    socket.on('data', (chunk) => heard.push(chunk));
    socket.on('error', () => {});
  });
  tls.on('tlsClientError', () => {});
  const port = await listen(t, tls);
  const form = formAt('sign-up', ['localhost'], () => `https://localhost:${port}/`);
  const demoTarget = `https://localhost:${port}`;
  assert.match(
    await look({ forms: [form] }, demoTarget),
    /^WRONG form sign-up: localhost:\d+: TLS fails \(\w+\)/,
  );
  trust(t);
  assert.match(
    await look({ forms: [form] }, demoTarget),
    /^ok form sign-up: localhost:\d+ connects, TLS in order$/,
  );
  assert.deepEqual(heard, []);
});

test('a host that forms share is connected to once, and both are named', async (t) => {
  const target = await rawTarget(t);
  const url = `http://127.0.0.1:${target.port}`;
  const forms = ['one', 'other'].map((name) => formAt(name, ['127.0.0.1'], () => url));
  assert.match(await look({ forms }, url), /^ok form one, other: 127\.0\.0\.1:\d+ connects$/);
  await once(connect(target.port, '127.0.0.1').end().resume(), 'close');
  assert.equal(target.connections, 2);
});

test('an address that is not public is never connected to, unless it is the local stage’s target', async (t) => {
  const target = await rawTarget(t);
  const form = formAt('inward', ['intranet.example'], () => `http://intranet.example:${target.port}/`);
  const said = await look({ forms: [form], lookUp: async () => [NOBODYS_PUBLIC_ADDRESS, '127.0.0.1'] });
  assert.match(said, /^WRONG form inward: intranet\.example:\d+ leads to 127\.0\.0\.1, which is not public/);
  const port = await freePort();
  const other = formAt('other', ['127.0.0.1'], () => `http://127.0.0.1:${port}/`);
  assert.match(await look({ forms: [other] }, `http://127.0.0.1:${target.port}`), /^WRONG .*not public/);
  assert.equal(target.connections, 0);
});

test('names that do not resolve, doors that are shut, and wildcards have their words', async () => {
  const closed = `http://127.0.0.1:${await freePort()}`;
  const forms = [
    formAt('typo', ['exmaple.test', '*.example.test']),
    formAt('down', ['127.0.0.1'], () => closed),
  ];
  const lookUp = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }));
  const [typo, down, wildcard] = (await look({ forms, lookUp }, closed)).split('\n');
  assert.match(typo ?? '', /^WRONG form typo: exmaple\.test:443 does not resolve \(ENOTFOUND\)/);
  assert.match(down ?? '', /^WRONG form down: 127\.0\.0\.1:\d+ cannot be connected to \(ECONNREFUSED\)/);
  assert.match(wildcard ?? '', /^undetermined form typo: \*\.example\.test names no single host/);
});
