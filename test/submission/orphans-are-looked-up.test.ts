import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Disposition } from '../../lib/submission/dispositions.ts';
import { ParkError } from '../../lib/submission/errors.ts';
import type { Resolution, Verdict } from '../../lib/submission/ports.ts';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { type TurnOptions, turnOf } from '../support/turn.ts';

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

/** A look that nothing stops, and how to give its verdict later. */
function endlessLook(options: TurnOptions = {}) {
  const looks = Promise.withResolvers<Verdict>();
  const world = turnOf({ ...options, submission: { verify: () => looks.promise } });
  world.ledger.claims = [{ kind: 'orphaned', armedBy: 'sender', deadlineInMs: -60_000, nowMs: 7_000 }];
  const ends: { disposition?: Disposition } = {};
  const ended = submitOnce(world.turn).then((disposition) => {
    ends.disposition = disposition;
  });
  return { ...world, ends, ended, answer: looks.resolve };
}

test('a look that never ends is given up: at its own time limit, without its lease, or for lack of time', async () => {
  for (const [why, afterMs, options, renewals] of [
    ['verify took too long', 45_000, {}, [true]],
    ['another worker holds the lease', 4_000, {}, [false]],
    ['the lease could not be renewed in time', 8_500, {}, [new Error('silence')]],
    ['too little of the invocation is left', 24_000, { remainingMs: 30_000 }, [true]],
  ] as const) {
    const { ledger, clock, ends, ended, answer } = endlessLook(options);
    ledger.renewals = [...renewals];
    await clock.advance(afterMs - 1);
    assert.deepEqual(ends, {}, why);
    await clock.advance(1);
    await ended;
    const { disposition } = ends;
    assert.ok(disposition?.kind === 'retry');
    assert.match(disposition.why, new RegExp(`look-up failed: .*${why}`));
    assert.equal(disposition.afterMs, 10_000);
    // What it tells now, it tells too late: somebody else may have acted meanwhile.
    answer({ kind: 'absent', outcome: OUTCOME });
    await clock.advance(60_000);
    assert.deepEqual(
      ledger.calls.filter((call) => call !== 'renew'),
      ['claim', 'release keep'],
    );
    assert.equal(clock.pendingTimers, 0);
  }
});

test('the look has begun when the ledger said so, however long it took', async () => {
  const world = endlessLook();
  const resolutions: Resolution[] = [];
  world.ledger.resolve = async (resolution) => {
    resolutions.push(resolution as Resolution);
    return 'resolved';
  };
  await world.clock.advance(20_000);
  world.answer({ kind: 'absent', outcome: OUTCOME });
  await world.ended;
  assert.deepEqual(
    resolutions.map(({ armedBy, verdict, lookStartedAtMs, flightGraceMs }) => ({
      armedBy,
      verdict,
      lookStartedAtMs,
      flightGraceMs,
    })),
    [{ armedBy: 'sender', verdict: 'absent', lookStartedAtMs: 7_000, flightGraceMs: 60_000 }],
  );
});

test('a look that leads where the form may not go: parked as it stands, since no later look will do better', async () => {
  const { turn, ledger } = orphaned(new ParkError('hostNotAllowed', 'the page leads to other.example'));
  const disposition = await submitOnce(turn);
  assert.ok(disposition.kind === 'parked');
  assert.deepEqual([disposition.reason, disposition.phase], ['hostNotAllowed', 'armed']);
  assert.deepEqual(ledger.calls, ['claim', 'release keep']);
});

test('a verdict that the ledger does not take: retried', async () => {
  for (const answer of ['tooEarly', 'refused', 'unconfirmed'] as const) {
    const { turn, ledger } = orphaned({ kind: 'landed', outcome: OUTCOME });
    ledger.resolves = [answer];
    assert.equal((await submitOnce(turn)).kind, 'retry');
    assert.ok(ledger.calls.includes('release keep'));
  }
});
