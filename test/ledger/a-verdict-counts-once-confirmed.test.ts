import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import {
  ARM_TIMES,
  claimRequest,
  ledgerOptions,
  newClaim,
  newKey,
  OUTCOME,
  useLedger,
} from '../support/ledger.ts';

const on = useLedger();

test('a verdict that no replica has is unconfirmed, one that was refused stays refused', async (t) => {
  const ledger = new RedisLedger(ledgerOptions(on.server.url, { waitReplicas: 1, waitTimeoutMs: 100 }));
  t.after(() => ledger.close());
  const sender = newClaim(newKey());
  await on.ledger.claim(claimRequest(sender));
  await on.ledger.arm(sender, ARM_TIMES);
  const landed = {
    ...sender,
    armedBy: sender.token,
    verdict: 'landed',
    lookStartedAtMs: Date.now(),
    flightGraceMs: 0,
    outcome: OUTCOME,
    who: 'verify',
    why: 'looked',
  } as const;
  assert.equal(await ledger.resolve({ ...landed, armedBy: 'an older one' }), 'refused');
  assert.equal(await ledger.resolve(landed), 'unconfirmed');
});
