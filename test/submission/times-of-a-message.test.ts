import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { turnOf } from '../support/turn.ts';

const HOUR_MS = 3_600_000;

function at(times: { notBeforeMs?: number; expiresAtMs?: number }) {
  const world = turnOf();
  const now = world.clock.epochMs();
  const submission = {
    ...world.turn.submission,
    ...Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, now + ms])),
  };
  return { ...world, turn: { ...world.turn, submission } };
}

test('before notBefore: comes again at that time, at most 11 h 50 min ahead, without a claim', async () => {
  for (const [ahead, afterMs] of [
    [90_000, 90_000],
    [20 * HOUR_MS, 11 * HOUR_MS + 50 * 60_000],
  ] as const) {
    const { turn, ledger } = at({ notBeforeMs: ahead });
    const disposition = await submitOnce(turn);
    assert.deepEqual(disposition.kind === 'retry' && disposition.afterMs, afterMs);
    assert.deepEqual(ledger.calls, []);
  }
});

test('more than seven days ahead: parked', async () => {
  const disposition = await submitOnce(at({ notBeforeMs: 7 * 24 * HOUR_MS + 1 }).turn);
  assert.ok(disposition.kind === 'parked' && disposition.reason === 'tooFarAhead');
});

test('notBefore has come: runs', async () => {
  assert.equal((await submitOnce(at({ notBeforeMs: 0 }).turn)).kind, 'done');
});

test('past expiresAt: judged once claimed, given back and parked', async () => {
  const { turn, ledger } = at({ expiresAtMs: -1 });
  const disposition = await submitOnce(turn);
  assert.ok(disposition.kind === 'parked' && disposition.reason === 'expired');
  assert.deepEqual(ledger.calls, ['claim', 'release reset']);
});

test('past expiresAt, but settled before: skipped like any duplicate', async () => {
  const { turn, ledger } = at({ expiresAtMs: -1 });
  ledger.claims = [{ kind: 'settled', phase: 'submitted', due: false }];
  assert.equal((await submitOnce(turn)).kind, 'done');
});
