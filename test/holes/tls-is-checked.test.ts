import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import { claimRequest, ledgerOptions, newClaim, newKey, useLedger } from '../support/ledger.ts';

const on = useLedger();
const FIXTURES = join(import.meta.dirname, '../egress/fixtures');
const CERTIFICATE = join(FIXTURES, 'test-only-certificate.pem');

/** Redis behind TLS, as managed ones are. */
const sockets = new Set<Socket>();
const tls = createServer(
  { cert: readFileSync(CERTIFICATE), key: readFileSync(join(FIXTURES, 'test-only-key.pem')) },
  (client) => {
    const redis = connect(on.server.port, '127.0.0.1');
    for (const socket of [client, redis]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    client.pipe(redis).pipe(client);
  },
);
before(async () => {
  tls.on('tlsClientError', () => {});
  tls.listen(0, '127.0.0.1');
  await once(tls, 'listening');
});
after(() => {
  for (const socket of sockets) socket.destroy();
  tls.close();
});

/** What a worker of its own process says, which trusts what `env` makes it trust. */
async function claimOver(url: string, env: Readonly<Record<string, string>>): Promise<string> {
  const lib = JSON.stringify(join(import.meta.dirname, '../../lib/ledger/redis-ledger.ts'));
  const script = `
    import { RedisLedger } from ${lib};
    const ledger = new RedisLedger(${JSON.stringify(ledgerOptions(url))});
    const claim = ledger.claim(${JSON.stringify(claimRequest(newClaim(newKey())))});
    console.log(await claim.then(({ kind }) => kind, (error) => error.message));
    ledger.close();
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, ...env },
  });
  return stdout.trim();
}

test('rediss: works with a certificate that is trusted, and refuses any other', async () => {
  const { port } = tls.address() as AddressInfo;
  const url = `rediss://localhost:${port}`;
  assert.equal(await claimOver(url, { NODE_EXTRA_CA_CERTS: CERTIFICATE }), 'claimed');
  assert.match(await claimOver(url, {}), /cannot be reached: .*certificate/);
  // plain text to a TLS port
  assert.match(await claimOver(`redis://localhost:${port}`, {}), /cannot be reached/);
});
