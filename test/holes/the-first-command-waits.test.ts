import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import { LedgerError } from '../../lib/submission/errors.ts';
import { freePort } from '../../local/ports.ts';
import { startRedis } from '../../local/redis.ts';
import { claimRequest, initLedger, ledgerOptions, newClaim, newKey } from '../support/ledger.ts';

test('Redis comes up a moment after the first claim: the claim waits for it', async (t) => {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const ledger = new RedisLedger(ledgerOptions(url, { connectTimeoutMs: 20_000 }));
  t.after(() => ledger.close());
  const claim = ledger.claim(claimRequest(newClaim(newKey())));
  const server = await startRedis({ port });
  t.after(() => server.stop());
  // The claim may come before the ledger is declared: that, too, is an answer of Redis.
  await initLedger(url);
  assert.ok(['claimed', 'wrongLedger'].includes((await claim).kind));
});

test('a server that takes connections and drops them: given up in time, with a few connections, not a storm', async (t) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ledger = new RedisLedger(ledgerOptions(url));
  t.after(() => ledger.close());
  const startedMs = performance.now();
  await assert.rejects(ledger.claim(claimRequest(newClaim(newKey()))), LedgerError);
  assert.ok(performance.now() - startedMs < 5_000);
  assert.ok(connections >= 2 && connections <= 20, `${connections} connections`);
});
