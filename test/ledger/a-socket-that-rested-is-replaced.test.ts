import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import { startRedisProxy } from '../faults/redis-proxy.ts';
import { claimRequest, ledgerOptions, newClaim, newKey, useLedger } from '../support/ledger.ts';

const on = useLedger();
const TRUST_IDLE_MS = 100;
const COMMAND_TIMEOUT_MS = 2_000;

test('after a long rest a socket that died without a word costs nothing: it is replaced before it is used', async () => {
  const proxy = await startRedisProxy({ upstream: () => on.server.port });
  after(() => proxy.stop());
  const options = { trustIdleMs: TRUST_IDLE_MS, commandTimeoutMs: COMMAND_TIMEOUT_MS };
  const ledger = new RedisLedger(ledgerOptions(proxy.url, options));
  after(() => ledger.close());
  await ledger.claim(claimRequest(newClaim(newKey())));
  // The sockets that stand go silent for ever; new ones are served.
  proxy.blackHole(true);
  proxy.blackHole(false);
  await sleep(2 * TRUST_IDLE_MS);
  const startedMs = performance.now();
  const keys = [newKey(), newKey(), newKey()];
  const answers = await Promise.all(keys.map((key) => ledger.claim(claimRequest(newClaim(key)))));
  assert.deepEqual(
    answers.map(({ kind }) => kind),
    ['claimed', 'claimed', 'claimed'],
  );
  assert.ok(performance.now() - startedMs < COMMAND_TIMEOUT_MS);
});
