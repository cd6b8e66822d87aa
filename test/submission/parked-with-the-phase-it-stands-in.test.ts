import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimAnswer } from '../../lib/submission/ports.ts';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { turnOf } from '../support/turn.ts';

test('received too often: parked as open where it was given back, as armed where it may have been sent', async () => {
  const orphan: ClaimAnswer = { kind: 'orphaned', armedBy: 't', deadlineInMs: -1, nowMs: 0 };
  for (const [answer, phase] of [
    [{ kind: 'claimed', attempt: 1 }, 'open'],
    [orphan, 'armed'],
    // whoever holds it goes on; where that leads nobody knows yet
    [{ kind: 'held', leaseLeftMs: 1, holderLeftMs: 1 }, undefined],
  ] as const satisfies readonly (readonly [ClaimAnswer, string | undefined])[]) {
    const { turn, ledger } = turnOf({ receives: 90 });
    ledger.claims = [answer];
    const disposition = await submitOnce(turn);
    assert.ok(disposition.kind === 'parked' && disposition.reason === 'receives');
    assert.equal(disposition.phase, phase, answer.kind);
  }
});
