import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LedgerError, ParkError } from '../../lib/submission/errors.ts';
import type { Attempt, RunResult } from '../../lib/submission/ports.ts';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { submits, turnOf } from '../support/turn.ts';

type Run = (attempt: Attempt) => Promise<RunResult>;

const fails = (error: Error, arms: boolean): Run => {
  return async ({ arm }) => {
    if (arms) await arm();
    throw error;
  };
};

const RUNS: Readonly<Record<string, Run>> = {
  submitted: submits,
  failed: fails(new Error('no such button'), false),
  parked: fails(new ParkError('challenge', 'a CAPTCHA'), false),
  'without proof': fails(new Error('Target closed'), true),
};

for (const [what, run] of Object.entries(RUNS)) {
  test(`${what}: no timer is left that could touch the next invocation`, async () => {
    const { turn, clock } = turnOf({ runs: [run] });
    await submitOnce(turn);
    assert.equal(clock.pendingTimers, 0);
  });
}

test('aborted in the middle, looked up, or without an answer: none either', async () => {
  const aborted = turnOf({ runs: [() => new Promise<never>(() => {})] });
  aborted.ledger.renewals = [false];
  const first = submitOnce(aborted.turn);
  await aborted.clock.advance(4_000);
  await first;
  assert.equal(aborted.clock.pendingTimers, 0);

  const lookedUp = turnOf({
    submission: { verify: async () => ({ kind: 'landed', outcome: { text: 'seen' } }) },
  });
  lookedUp.ledger.claims = [{ kind: 'orphaned', armedBy: 't', deadlineInMs: -60_000, nowMs: 0 }];
  await submitOnce(lookedUp.turn);
  assert.equal(lookedUp.clock.pendingTimers, 0);

  const silent = turnOf();
  silent.ledger.settles = [new LedgerError('silent')];
  const last = submitOnce(silent.turn);
  await silent.clock.advance(2_000);
  await last;
  assert.equal(silent.clock.pendingTimers, 0);
});
