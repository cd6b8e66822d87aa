import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { POLICY, turnOf } from '../support/turn.ts';

/** The budget for proof of a run that has so much of the invocation left once it is armed. */
async function budgetWith(leftMs: number): Promise<number> {
  let budgetMs = Number.NaN;
  const { turn, clock } = turnOf({
    remainingMs: 120_000,
    runs: [
      async ({ arm, proofBudgetMs }) => {
        await arm();
        clock.block(120_000 - leftMs);
        budgetMs = proofBudgetMs();
        return { kind: 'submitted', outcome: { text: 'receipt' } };
      },
    ],
  });
  await submitOnce(turn);
  return budgetMs;
}

test('waiting for proof takes its own time, and never of the reserve that settling needs', async () => {
  assert.equal(await budgetWith(100_000), 15_000);
  assert.equal(await budgetWith(20_000), 20_000 - POLICY.reserveMs);
  assert.ok((await budgetWith(POLICY.reserveMs)) <= 0);
});
