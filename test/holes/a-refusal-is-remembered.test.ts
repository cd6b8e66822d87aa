import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Phase } from '../../lib/submission/phases.ts';
import { ARM_TIMES, claimRequest, newClaim, newKey, OUTCOME, useLedger } from '../support/ledger.ts';
import { deliver } from './support.ts';

const on = useLedger();
const CORRECTED = 'data-b';

test('refused, and other data came in between: the refused message comes again and is not sent again, wherever the other stands', async () => {
  for (const phase of [
    'claimed',
    'open',
    'armed',
    'unknown',
    'submitted',
    'refused',
  ] as const satisfies Phase[]) {
    const key = newKey(`f-${phase}`);
    let sent = 0;
    // The worker dies before its message is deleted.
    const first = deliver(on.ledger, key, {
      run: async ({ arm }) => {
        await arm();
        sent++;
        return { kind: 'refused', outcome: { text: 'sold out' } };
      },
    });
    assert.equal((await first.disposition).kind, 'done');

    const other = newClaim(key);
    const answer = await on.ledger.claim(claimRequest(other, { dataHash: CORRECTED }));
    assert.equal(answer.kind, 'claimed');
    if (phase === 'open') await on.ledger.release(other, 'keep', 'failed');
    if (phase === 'armed' || phase === 'unknown' || phase === 'submitted')
      await on.ledger.arm(other, ARM_TIMES);
    if (phase === 'unknown' || phase === 'submitted' || phase === 'refused') {
      await on.ledger.settle(other, phase, OUTCOME);
    }
    for (const held of [true, false]) {
      if (!held) await on.expireLease(key);
      const again = await deliver(on.ledger, key, { receives: 2 }).disposition;
      assert.deepEqual(again, { kind: 'done', phase: 'refused', skipped: true }, phase);
    }
    assert.equal((await on.record(key)).phase, phase);
    assert.equal(sent, 1);
  }
});
