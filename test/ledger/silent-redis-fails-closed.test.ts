import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import { LedgerError } from '../../lib/submission/errors.ts';
import { startRedis } from '../../local/redis.ts';
import { claimRequest, initLedger, ledgerOptions, newClaim, newKey } from '../support/ledger.ts';

const LIMIT_MS = 5_000;

async function claimFailsInTime(ledger: RedisLedger): Promise<void> {
  const startedMs = performance.now();
  await assert.rejects(ledger.claim(claimRequest(newClaim(newKey()))), LedgerError);
  assert.ok(performance.now() - startedMs < LIMIT_MS);
}

test('refused', async () => {
  const gone = await startRedis();
  await gone.stop();
  const ledger = new RedisLedger(ledgerOptions(gone.url));
  await claimFailsInTime(ledger);
  ledger.close();
});

test('black-holed: the connection is accepted and nothing is ever answered', async () => {
  const hole = createServer(() => {}).listen(0, '127.0.0.1');
  await once(hole, 'listening');
  const ledger = new RedisLedger(ledgerOptions(`redis://127.0.0.1:${(hole.address() as AddressInfo).port}`));
  await claimFailsInTime(ledger);
  ledger.close();
  hole.close();
});

test('gone in the middle, and usable again once it is back', async () => {
  const first = await startRedis();
  await initLedger(first.url);
  const ledger = new RedisLedger(ledgerOptions(first.url));
  assert.equal((await ledger.claim(claimRequest(newClaim(newKey())))).kind, 'claimed');
  await first.kill();
  await claimFailsInTime(ledger);

  const second = await startRedis({ port: first.port });
  await initLedger(second.url);
  assert.equal((await ledger.claim(claimRequest(newClaim(newKey())))).kind, 'claimed');
  ledger.close();
  await second.stop();
});
