import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome, Traces } from '../../lib/submission/phases.ts';
import type { Attempt, FormRun, RunResult } from '../../lib/submission/ports.ts';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { turnOf } from '../support/turn.ts';

const TRACES: Traces = {
  evidence: 's3://evidence/f.1.png',
  request: { method: 'POST', url: 'https://target.example/', sentAt: '2026-01-31T09:00:00.000Z' },
};

test('a run that arms and then breaks: unknown, with its picture and its request, asked for before it is closed', async () => {
  const asked: string[] = [];
  const run: FormRun = {
    run: async ({ arm }: Attempt): Promise<RunResult> => {
      await arm();
      throw new Error('the browser hangs');
    },
    traces: () => {
      asked.push('traces');
      return TRACES;
    },
    close: async () => void asked.push('close'),
  };
  const { turn, ledger } = turnOf({ submission: { open: () => run } });
  const outcomes: Outcome[] = [];
  ledger.settle = async (_claim: unknown, phase: string, outcome?: Outcome) => {
    if (outcome !== undefined) outcomes.push(outcome);
    return phase === 'unknown' ? 'settled' : 'notOwner';
  };
  const disposition = await submitOnce(turn);
  assert.equal(disposition.kind, 'parked');
  assert.deepEqual(outcomes, [{ ...TRACES, text: 'the browser hangs' }]);
  assert.deepEqual(asked, ['traces', 'close']);
});
