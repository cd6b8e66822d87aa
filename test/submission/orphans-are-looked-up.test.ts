import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Verdict } from '../../lib/submission/ports.ts';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { turnOf } from '../support/turn.ts';

const OUTCOME = { text: 'seen' };

function orphaned(verdict: Verdict | Error, deadlineInMs = -60_000) {
  let looks = 0;
  const verify = async () => {
    looks++;
    if (verdict instanceof Error) throw verdict;
    return verdict;
  };
  const world = turnOf({ submission: { verify } });
  world.ledger.claims = [{ kind: 'orphaned', armedBy: 'sender', deadlineInMs, nowMs: 0 }];
  return { ...world, looks: () => looks };
}

test('before deadline + flightGrace: gives the lease back without a look', async () => {
  const { turn, ledger, looks } = orphaned({ kind: 'absent', outcome: OUTCOME }, -59_000);
  const disposition = await submitOnce(turn);
  assert.deepEqual(disposition.kind === 'retry' && disposition.afterMs, 1_000);
  assert.deepEqual(ledger.calls, ['claim', 'release keep']);
  assert.equal(looks(), 0);
});

test('landed: submitted, done', async () => {
  const { turn, ledger } = orphaned({ kind: 'landed', outcome: OUTCOME });
  assert.deepEqual(await submitOnce(turn), { kind: 'done', phase: 'submitted', skipped: false });
  assert.deepEqual(ledger.calls, ['claim', 'resolve landed']);
});

test('absent: opened, and runs at the next delivery under a claim of its own', async () => {
  const { turn, ledger } = orphaned({ kind: 'absent', outcome: OUTCOME });
  const disposition = await submitOnce(turn);
  assert.deepEqual(disposition.kind === 'retry' && disposition.afterMs, 0);
  assert.deepEqual(ledger.calls, ['claim', 'resolve absent']);
});

test('cannot tell: unknown, parked', async () => {
  const { turn, ledger } = orphaned({ kind: 'cannotTell', reason: 'no list' });
  const disposition = await submitOnce(turn);
  assert.ok(disposition.kind === 'parked' && disposition.reason === 'unknown');
  assert.deepEqual(ledger.calls, ['claim', 'settle unknown']);
});

test('a look that fails tells nothing: the lease is given back, and it is tried again later', async () => {
  const { turn, ledger } = orphaned(new Error('the target is down'));
  assert.equal((await submitOnce(turn)).kind, 'retry');
  assert.deepEqual(ledger.calls, ['claim', 'release keep']);
});

test('a look that takes too long, or loses its lease, is stopped', async () => {
  for (const renewals of [[true], [false]]) {
    const world = turnOf({
      submission: {
        verify: (signal) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
    });
    world.ledger.claims = [{ kind: 'orphaned', armedBy: 'sender', deadlineInMs: -60_000, nowMs: 0 }];
    world.ledger.renewals = renewals;
    const disposition = submitOnce(world.turn);
    await world.clock.advance(15_000);
    assert.equal((await disposition).kind, 'retry');
  }
});

test('a verdict that the ledger does not take: retried', async () => {
  for (const answer of ['tooEarly', 'refused', 'unconfirmed'] as const) {
    const { turn, ledger } = orphaned({ kind: 'landed', outcome: OUTCOME });
    ledger.resolves = [answer];
    assert.equal((await submitOnce(turn)).kind, 'retry');
    assert.ok(ledger.calls.includes('release keep'));
  }
});
