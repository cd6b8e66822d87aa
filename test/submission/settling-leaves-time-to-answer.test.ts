import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LedgerError } from '../../lib/submission/errors.ts';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { POLICY, turnOf } from '../support/turn.ts';

/** How often a run that has so much of the invocation left at its end tries to settle on a silent ledger. */
async function triesWith(leftMs: number): Promise<number> {
  const { turn, ledger, clock } = turnOf({
    remainingMs: 120_000,
    runs: [
      async ({ arm }) => {
        await arm();
        clock.block(120_000 - leftMs);
        return { kind: 'submitted', outcome: { text: 'receipt' } };
      },
    ],
  });
  ledger.settles = [new LedgerError('silent')];
  const disposition = submitOnce(turn);
  await clock.advance(125_000);
  assert.equal((await disposition).kind, 'retry');
  return ledger.calls.filter((call) => call.startsWith('settle')).length;
}

test('no further try to settle once only the time to close and answer is left', async () => {
  assert.equal(await triesWith(POLICY.closingMs), 1);
  assert.equal(await triesWith(POLICY.closingMs + POLICY.settlePauseMs), 2);
  assert.equal(await triesWith(60_000), POLICY.settleTries);
});
