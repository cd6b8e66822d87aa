import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LeaseLostError, LedgerError, ParkError } from '../../lib/submission/errors.ts';
import type { Attempt, RunResult } from '../../lib/submission/ports.ts';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { submits, type TurnOptions, turnOf } from '../support/turn.ts';

type Run = (attempt: Attempt) => Promise<RunResult>;

const OUTCOME = { text: 'what it said' };
const unarmed =
  (result: RunResult): Run =>
  async () =>
    result;
const armed =
  (result: RunResult): Run =>
  async ({ arm }) => {
    await arm();
    return result;
  };
const fails =
  (error: Error, { arms = false } = {}): Run =>
  async ({ arm }) => {
    if (arms) await arm();
    throw error;
  };

async function ends(run: Run | Run[], options: TurnOptions = {}, attempt = 1) {
  const { turn, ledger, closed, counted } = turnOf({ ...options, runs: [run].flat() });
  ledger.claims = [{ kind: 'claimed', attempt }];
  const disposition = await submitOnce(turn);
  return { disposition, calls: ledger.calls.slice(1), closed, counted, ledger };
}

test('a receipt, or "already": submitted, done; the context closes after the outcome is written', async () => {
  for (const kind of ['submitted', 'already'] as const) {
    const { disposition, closed } = await ends(armed({ kind, outcome: OUTCOME }));
    assert.deepEqual(disposition, { kind: 'done', phase: 'submitted', skipped: false });
    assert.deepEqual(closed, ['settle submitted']);
  }
});

test('refused, armed or not: refused, done', async () => {
  for (const run of [armed, unarmed]) {
    const { disposition, calls } = await ends(run({ kind: 'refused', outcome: OUTCOME }));
    assert.deepEqual(disposition, { kind: 'done', phase: 'refused', skipped: false });
    assert.ok(calls.includes('settle refused'));
  }
});

test('a challenge: open, parked, no attempt burnt', async () => {
  const { disposition, calls } = await ends(fails(new ParkError('challenge', 'a CAPTCHA')));
  assert.ok(
    disposition.kind === 'parked' && disposition.reason === 'challenge' && disposition.phase === 'open',
  );
  assert.deepEqual(calls, ['release reset', 'close']);
});

test('a failure before arming: open, retried by attempt, parked after the last', async () => {
  for (const [attempt, afterMs] of [
    [1, 10_000],
    [3, 40_000],
  ] as const) {
    const { disposition, calls } = await ends(fails(new Error('no such button')), {}, attempt);
    assert.ok(disposition.kind === 'retry' && disposition.afterMs === afterMs);
    assert.deepEqual(calls, ['release keep', 'close']);
  }
  const { disposition, calls } = await ends(fails(new Error('no such button')), {}, 5);
  assert.ok(disposition.kind === 'parked' && disposition.reason === 'attempts');
  assert.match(disposition.errors[0]?.message ?? '', /no such button/);
  assert.deepEqual(calls, ['release reset', 'close']);
});

test('proven unsent after arming: disarmed, retried by attempt', async () => {
  const { disposition, calls } = await ends(armed({ kind: 'unsent', reason: 'connect' }), {}, 2);
  assert.ok(disposition.kind === 'retry' && disposition.afterMs === 20_000);
  assert.deepEqual(calls, ['arm', 'disarm keep', 'close']);
});

test('not open yet: open, retried by receives, no attempt burnt', async () => {
  const { disposition, calls } = await ends(
    armed({ kind: 'notOpenYet', reason: 'at nine' }),
    { receives: 2 },
    5,
  );
  assert.ok(disposition.kind === 'retry' && disposition.afterMs === 20_000);
  assert.deepEqual(calls, ['arm', 'disarm refund', 'close']);
});

test('an expired session: one fresh try in the same delivery, under a new token', async () => {
  const expired = armed({ kind: 'expired', reason: 'token' });
  const fresh = await ends([expired, submits]);
  assert.equal(fresh.disposition.kind, 'done');
  assert.deepEqual(fresh.calls, [
    'arm',
    'disarm refund',
    'close',
    'claim',
    'arm',
    'settle submitted',
    'close',
  ]);
  assert.equal(fresh.ledger.tokens.size, 2);

  // perhaps it was accepted, and the form misreads the page: no third send
  const twice = await ends([expired, expired]);
  assert.ok(twice.disposition.kind === 'parked' && twice.disposition.reason === 'unknown');
  assert.equal(twice.calls.filter((call) => call === 'claim').length, 1);
});

test('armed and no proof, whatever went wrong: unknown, parked, alarmed, never retried', async () => {
  for (const run of [
    armed({ kind: 'noProof', outcome: OUTCOME }),
    fails(new Error('Target closed'), { arms: true }),
    fails(new ParkError('challenge', 'a CAPTCHA'), { arms: true }),
    fails(new LeaseLostError('gone'), { arms: true }),
  ]) {
    const { disposition, calls, counted } = await ends(run);
    assert.ok(disposition.kind === 'parked' && disposition.reason === 'unknown');
    assert.deepEqual(calls, ['arm', 'settle unknown', 'close']);
    assert.deepEqual(counted, ['Unknown']);
  }
});

test('armed and no proof, form with verify: stays armed, looks after deadline + flightGrace', async () => {
  const verify = async () => ({ kind: 'cannotTell', reason: '' }) as const;
  const { disposition, calls } = await ends(armed({ kind: 'noProof', outcome: OUTCOME }), {
    submission: { verify },
  });
  assert.ok(disposition.kind === 'retry');
  // 120 s of invocation, 2 s of kill grace, 60 s of flight grace
  assert.equal(disposition.afterMs, 182_000);
  assert.deepEqual(calls, ['arm', 'release keep', 'close']);
});

test('lease, ledger or time lost before arming: given back, no attempt burnt', async () => {
  const { disposition, calls } = await ends(fails(new LedgerError('down')), { receives: 2 }, 5);
  assert.ok(disposition.kind === 'retry' && disposition.afterMs === 20_000);
  assert.deepEqual(calls, ['release refund', 'close']);
});

test('settle says not owner or unconfirmed: retried, never done', async () => {
  for (const answer of ['notOwner', 'unconfirmed'] as const) {
    const { turn, ledger } = turnOf();
    ledger.settles = [answer];
    assert.equal((await submitOnce(turn)).kind, 'retry');
  }
});

test('settle without an answer is sent again by the same token; without any answer: retried', async () => {
  const once = turnOf();
  once.ledger.settles = [new LedgerError('lost'), 'settled'];
  const first = submitOnce(once.turn);
  await once.clock.advance(1_000);
  assert.equal((await first).kind, 'done');

  const never = turnOf();
  never.ledger.settles = [new LedgerError('lost')];
  const second = submitOnce(never.turn);
  await never.clock.advance(5_000);
  assert.equal((await second).kind, 'retry');
  assert.equal(never.ledger.calls.filter((call) => call.startsWith('settle')).length, 3);
});
