import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunResult } from '../../lib/submission/ports.ts';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { POLICY, turnOf } from '../support/turn.ts';

test('armed, and the ledger has no arming of ours to take back: retried, whatever the run came to', async () => {
  for (const [result, attempt] of [
    // would run again in the same delivery
    [{ kind: 'expired', reason: 'token' }, 1],
    [{ kind: 'unsent', reason: 'connect' }, 1],
    // would be parked
    [{ kind: 'unsent', reason: 'connect' }, POLICY.maxAttempts],
    [{ kind: 'notOpenYet', reason: 'at nine' }, 1],
  ] as const satisfies readonly (readonly [RunResult, number])[]) {
    const { turn, ledger } = turnOf({
      runs: [
        async ({ arm }) => {
          await arm();
          return result;
        },
      ],
    });
    ledger.claims = [{ kind: 'claimed', attempt }];
    ledger.disarms = ['wrongPhase'];
    const disposition = await submitOnce(turn);
    assert.ok(disposition.kind === 'retry', result.kind);
    assert.match(disposition.why, /wrongPhase/);
    assert.equal(ledger.calls.filter((call) => call === 'claim').length, 1);
  }
});
