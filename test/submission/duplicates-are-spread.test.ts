import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { POLICY, turnOf } from '../support/turn.ts';

test('duplicates that the same holder defers come back at different times', async () => {
  for (const [random, jitterMs] of [
    [0, 0],
    [0.5, POLICY.jitterMs / 2],
    [1, POLICY.jitterMs],
  ] as const) {
    const { turn, ledger } = turnOf();
    ledger.claims = [{ kind: 'held', leaseLeftMs: 8_000, holderLeftMs: 3_000 }];
    const disposition = await submitOnce({ ...turn, random: () => random });
    assert.ok(disposition.kind === 'retry');
    assert.equal(disposition.afterMs, 8_000 + jitterMs);
  }
});
