import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import { settleMicrotasks } from '../support/fake-clock.ts';
import { ARM_TIMES, claimRequest, ledgerOptions, newClaim, newKey, useLedger } from '../support/ledger.ts';

const on = useLedger();

test('while an arm waits for a replica that does not confirm, the lease is renewed all the same', async (t) => {
  // No replica at all: every WAIT lasts its whole time.
  const ledger = new RedisLedger(ledgerOptions(on.server.url, { waitReplicas: 1, waitTimeoutMs: 1_000 }));
  t.after(() => ledger.close());
  const mine = newClaim(newKey());
  await on.ledger.claim(claimRequest(mine));
  // Both connections are open before it matters.
  assert.equal(await ledger.renew(mine, 10_000), true);

  let armed: string | undefined;
  const arming = ledger.arm(mine, ARM_TIMES).then((answer) => {
    armed = answer;
  });
  while ((await on.record(mine.key)).phase !== 'armed');
  assert.equal(await ledger.renew(mine, 10_000), true);
  await settleMicrotasks();
  assert.equal(armed, undefined);
  await arming;
  assert.equal(armed, 'unconfirmed');
});
