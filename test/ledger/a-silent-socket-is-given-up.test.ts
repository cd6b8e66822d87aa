import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import { LedgerError } from '../../lib/submission/errors.ts';
import { type RedisProxy, startRedisProxy } from '../faults/redis-proxy.ts';
import { ARM_TIMES, claimRequest, ledgerOptions, newClaim, newKey, useLedger } from '../support/ledger.ts';

const STALL_MS = 80;

const on = useLedger();
let proxy: RedisProxy;
before(async () => {
  proxy = await startRedisProxy({
    upstream: () => on.server.port,
    decide: ({ what, moment }) => (what === 'arm' && moment === 'answered' ? 'hold' : 'pass'),
  });
});
after(() => proxy.stop());

/** From now on every turn of the event loop takes so long that timers of different times fire in one. */
function stall(): () => void {
  const timer = setInterval(() => {
    const endsMs = performance.now() + STALL_MS;
    while (performance.now() < endsMs);
  }, 1);
  return () => clearInterval(timer);
}

for (const stalls of [false, true]) {
  test(`an arm is never answered${stalls ? ', on a machine out of breath' : ''}: it can be taken back at once`, async (t) => {
    const ledger = new RedisLedger(ledgerOptions(proxy.url, { commandTimeoutMs: 1_000 }));
    t.after(() => ledger.close());
    const mine = newClaim(newKey());
    await ledger.claim(claimRequest(mine));
    if (stalls) t.after(stall());
    await assert.rejects(ledger.arm(mine, ARM_TIMES), LedgerError);
    assert.equal((await on.record(mine.key)).phase, 'armed');
    assert.equal(await ledger.disarm(mine, 'refund', 'no answer'), 'disarmed');
  });
}
