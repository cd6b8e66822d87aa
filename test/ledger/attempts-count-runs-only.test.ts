import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attempts } from '../../lib/submission/ports.ts';
import { ARM_TIMES, claimRequest, newClaim, newKey, useLedger } from '../support/ledger.ts';

const on = useLedger();

async function attemptAfter(ends: readonly Attempts[], armed: boolean): Promise<number> {
  const key = newKey();
  for (const attempts of ends) {
    const mine = newClaim(key);
    await on.ledger.claim(claimRequest(mine));
    if (armed) {
      await on.ledger.arm(mine, ARM_TIMES);
      await on.ledger.disarm(mine, attempts, 'x');
    } else {
      await on.ledger.release(mine, attempts, 'x');
    }
  }
  const last = await on.ledger.claim(claimRequest(newClaim(key)));
  return last.kind === 'claimed' ? last.attempt : Number.NaN;
}

for (const armed of [false, true]) {
  test(`${armed ? 'disarm' : 'release'}: kept attempts count, refunded ones do not, reset starts anew`, async () => {
    assert.equal(await attemptAfter(['keep', 'keep'], armed), 3);
    assert.equal(await attemptAfter(['keep', 'refund'], armed), 2);
    assert.equal(await attemptAfter(['keep', 'keep', 'reset'], armed), 1);
  });
}

test('deferred duplicates count nothing', async () => {
  const key = newKey();
  const mine = newClaim(key);
  await on.ledger.claim(claimRequest(mine));
  for (let nth = 0; nth < 5; nth++) await on.ledger.claim(claimRequest(newClaim(key)));
  assert.equal((await on.record(key)).attempt, '1');
});
