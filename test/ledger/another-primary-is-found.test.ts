import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { Redis } from 'ioredis';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import { LedgerError } from '../../lib/submission/errors.ts';
import { type RedisServer, startRedis } from '../../local/redis.ts';
import { claimRequest, initLedger, ledgerOptions, newClaim, newKey } from '../support/ledger.ts';

let first: RedisServer;
let second: RedisServer;
/** Where the ledger's address leads new connections; those that stand stay where they are. */
let primary: RedisServer;
const sockets = new Set<Socket>();
const address = createServer((client) => {
  const server = connect(primary.port, '127.0.0.1');
  for (const socket of [client, server]) {
    sockets.add(socket);
    socket.on('error', () => {});
  }
  client.pipe(server).pipe(client);
});

before(async () => {
  [first, second] = await Promise.all([startRedis(), startRedis()]);
  await Promise.all([initLedger(first.url), initLedger(second.url)]);
  primary = first;
  address.listen(0, '127.0.0.1');
  await once(address, 'listening');
});

after(async () => {
  for (const socket of sockets) socket.destroy();
  address.close();
  await Promise.all([first.stop(), second.stop()]);
});

test('the server turned into a replica and keeps its connections: the address is looked up again', async (t) => {
  const url = `redis://127.0.0.1:${(address.address() as AddressInfo).port}`;
  const ledger = new RedisLedger(ledgerOptions(url));
  t.after(() => ledger.close());
  const mine = newClaim(newKey());
  await ledger.claim(claimRequest(mine));
  assert.equal(await ledger.renew(mine, 10_000), true);

  const redis = new Redis(first.url);
  t.after(() => redis.disconnect());
  await redis.replicaof('127.0.0.1', second.port);
  primary = second;
  await assert.rejects(ledger.claim(claimRequest(newClaim(newKey()))), (thrown: unknown) => {
    assert.ok(thrown instanceof LedgerError);
    assert.match(thrown.message, /READONLY/);
    return true;
  });
  assert.deepEqual(await ledger.claim(claimRequest(newClaim(newKey()))), { kind: 'claimed', attempt: 1 });
});
