import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimAnswer, RunResult } from '../../lib/submission/ports.ts';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { type TurnOptions, turnOf } from '../support/turn.ts';

const OUTCOME = { text: 'the page says so' };
const ORPHAN = { kind: 'orphaned', armedBy: 't', deadlineInMs: -100_000, nowMs: 0 } as const;

async function meets(answer: ClaimAnswer, options: TurnOptions = {}) {
  const { turn, told, ledger } = turnOf(options);
  ledger.claims = [answer];
  const disposition = await submitOnce(turn);
  return { told, kind: disposition.kind, disposition };
}

async function ends(result: RunResult, options: TurnOptions = {}) {
  const run = async ({ arm }: { arm(): Promise<void> }) => {
    await arm();
    return result;
  };
  return (await meets({ kind: 'claimed', attempt: 1 }, { runs: [run], ...options })).told;
}

test('an outcome is told once, after its evidence is kept', async () => {
  for (const kind of ['submitted', 'refused', 'noProof'] as const) {
    assert.deepEqual(await ends({ kind, outcome: OUTCOME }), ['f.1 after close'], kind);
  }
});

test('what has no end is not told of', async () => {
  assert.deepEqual(await ends({ kind: 'unsent', reason: 'refused' }), []);
  assert.deepEqual(await ends({ kind: 'notOpenYet', reason: 'tomorrow' }), []);
  assert.deepEqual((await meets({ kind: 'held', leaseLeftMs: 1, holderLeftMs: 1 })).told, []);
});

test('what no replica has confirmed is not told of: a failover could take it back', async () => {
  const { turn, told, ledger } = turnOf();
  ledger.settles = ['unconfirmed'];
  assert.equal((await submitOnce(turn)).kind, 'retry');
  assert.deepEqual(told, []);
});

test('a look-up tells what it found, absent too, before the message runs again', async () => {
  for (const kind of ['landed', 'absent'] as const) {
    const submission = { verify: async () => ({ kind, outcome: OUTCOME }) };
    const { told } = await meets(ORPHAN, { submission });
    assert.deepEqual(told, [`f.1 after resolve ${kind}`]);
  }
  const cannotTell = { verify: async () => ({ kind: 'cannotTell', reason: 'down' }) as const };
  assert.deepEqual((await meets(ORPHAN, { submission: cannotTell })).told, ['f.1 after settle unknown']);
  assert.deepEqual((await meets(ORPHAN)).told, ['f.1 after settle unknown']);
});

test('a duplicate tells what is still due, and nothing else', async () => {
  for (const due of [true, false]) {
    const told = due ? ['f.1 after claim'] : [];
    assert.deepEqual((await meets({ kind: 'settled', phase: 'submitted', due })).told, told);
    assert.deepEqual((await meets({ kind: 'unknown', due })).told, told);
  }
});

test('the time for closing is left alone, and what is not told changes nothing', async () => {
  const { turn, clock } = turnOf({ remainingMs: 60_000 });
  const within: number[] = [];
  const outcomes = {
    async tell(_key: string, withinMs: number) {
      within.push(withinMs);
      return false;
    },
  };
  const run = submitOnce({ ...turn, outcomes });
  assert.deepEqual(await run, { kind: 'done', phase: 'submitted', skipped: false });
  assert.deepEqual(within, [turn.invocation.remainingMs() - turn.policy.closingMs]);
  assert.equal(clock.pendingTimers, 0);
});
