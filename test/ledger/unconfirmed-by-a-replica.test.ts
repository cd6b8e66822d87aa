import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import { LedgerError } from '../../lib/submission/errors.ts';
import { type RedisServer, startRedis } from '../../local/redis.ts';
import {
  ARM_TIMES,
  claimRequest,
  initLedger,
  ledgerOptions,
  newClaim,
  newKey,
  OUTCOME,
} from '../support/ledger.ts';

let primary: RedisServer;
let replica: RedisServer;
let patient: RedisLedger;
let ledger: RedisLedger;

before(async () => {
  [primary, replica] = await Promise.all([startRedis(), startRedis()]);
  await initLedger(primary.url);
  const leader = new Redis(primary.url);
  // Otherwise the first synchronisation waits 5 s for more replicas.
  await leader.config('SET', 'repl-diskless-sync-delay', '0');
  leader.disconnect();
  const redis = new Redis(replica.url);
  await redis.replicaof('127.0.0.1', primary.port);
  while (!(await redis.info('replication')).includes('master_link_status:up')) await sleep(20);
  redis.disconnect();
  // On a busy machine a replica that follows may take its time; one that stands still is not worth waiting for.
  const confirmed = { waitReplicas: 1, commandTimeoutMs: 10_000 };
  patient = new RedisLedger(ledgerOptions(primary.url, { ...confirmed, waitTimeoutMs: 8_000 }));
  ledger = new RedisLedger(ledgerOptions(primary.url, { ...confirmed, waitTimeoutMs: 200 }));
});

after(async () => {
  patient.close();
  ledger.close();
  await Promise.all([primary.stop(), replica.kill()]);
});

test('with a replica that follows, arm and settle are confirmed', async () => {
  const mine = newClaim(newKey());
  await patient.claim(claimRequest(mine));
  assert.equal(await patient.arm(mine, ARM_TIMES), 'armed');
  assert.equal(await patient.settle(mine, 'submitted', OUTCOME), 'settled');
});

test('with a replica that stands still, neither arm, settle nor a settled answer counts', async () => {
  const [armed, settled] = [newClaim(newKey()), newClaim(newKey())];
  for (const mine of [armed, settled]) await ledger.claim(claimRequest(mine));
  await ledger.arm(settled, ARM_TIMES);
  process.kill(replica.pid, 'SIGSTOP');
  try {
    assert.equal(await ledger.arm(armed, ARM_TIMES), 'unconfirmed');
    // sent again: answered as before, and still no confirmation
    assert.equal(await ledger.arm(armed, ARM_TIMES), 'unconfirmed');
    assert.equal(await ledger.settle(settled, 'submitted', OUTCOME), 'unconfirmed');
    assert.equal(await ledger.settle(settled, 'submitted', OUTCOME), 'unconfirmed');
    await assert.rejects(ledger.claim(claimRequest(newClaim(settled.key))), LedgerError);
  } finally {
    process.kill(replica.pid, 'SIGCONT');
  }
});
