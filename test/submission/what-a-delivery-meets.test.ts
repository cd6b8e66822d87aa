import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LedgerError } from '../../lib/submission/errors.ts';
import type { ClaimAnswer } from '../../lib/submission/ports.ts';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { type TurnOptions, turnOf } from '../support/turn.ts';

/** The disposition for an answer to claim, in short, and the ledger calls after it. */
async function meets(answer: ClaimAnswer | Error, options: TurnOptions = {}) {
  const { turn, ledger, counted } = turnOf(options);
  ledger.claims = [answer];
  const disposition = await submitOnce(turn);
  const detail =
    disposition.kind === 'done'
      ? `${disposition.phase}${disposition.skipped ? ' skipped' : ''}`
      : disposition.kind === 'retry'
        ? disposition.afterMs
        : disposition.reason;
  return { short: `${disposition.kind} ${detail}`, calls: ledger.calls.slice(1), counted };
}

const ORPHAN = { kind: 'orphaned', armedBy: 't', deadlineInMs: -1, nowMs: 0 } as const;

test('claimed: runs, and is done', async () => {
  const { short, calls } = await meets({ kind: 'claimed', attempt: 5 });
  assert.equal(short, 'done submitted');
  assert.deepEqual(calls, ['arm', 'settle submitted', 'close']);
});

test('claimed beyond maxAttempts: given back and parked without running', async () => {
  const { short, calls } = await meets({ kind: 'claimed', attempt: 6 });
  assert.equal(short, 'parked attempts');
  assert.deepEqual(calls, ['release reset']);
});

test('held: deferred, never done; patience grows with the receives up to the holder’s deadline', async () => {
  const held = { kind: 'held', leaseLeftMs: 8_000, holderLeftMs: 100_000 } as const;
  assert.equal((await meets(held)).short, 'retry 10000');
  assert.equal((await meets(held, { receives: 3 })).short, 'retry 40000');
  assert.equal((await meets(held, { receives: 9 })).short, 'retry 100000');
  assert.equal((await meets({ ...held, holderLeftMs: 3_000 })).short, 'retry 8000');
});

test('settled: skipped', async () => {
  for (const phase of ['submitted', 'refused'] as const) {
    const { short, calls } = await meets({ kind: 'settled', phase, due: false });
    assert.equal(short, `done ${phase} skipped`);
    assert.deepEqual(calls, []);
  }
});

test('unknown, conflict, stale: parked, and nothing is written', async () => {
  for (const answer of [
    { kind: 'unknown', due: false },
    { kind: 'conflict', phase: 'armed' },
    { kind: 'stale' },
  ] as const) {
    const { short, calls } = await meets(answer);
    assert.equal(short, `parked ${answer.kind}`);
    assert.deepEqual(calls, []);
  }
});

test('paused: deferred, with more patience each time', async () => {
  assert.equal((await meets({ kind: 'paused' })).short, 'retry 10000');
  assert.equal((await meets({ kind: 'paused' }, { receives: 30 })).short, 'retry 900000');
});

test('wrong ledger: deferred and alarmed', async () => {
  const { short, counted } = await meets({ kind: 'wrongLedger' });
  assert.equal(short, 'retry 10000');
  assert.deepEqual(counted, ['WrongLedger']);
});

test('Redis unreachable: deferred, nothing opened', async () => {
  const { short, calls } = await meets(new LedgerError('down'));
  assert.equal(short, 'retry 10000');
  assert.deepEqual(calls, []);
});

test('an orphan of a form without verify: unknown, parked', async () => {
  const { short, calls } = await meets(ORPHAN);
  assert.equal(short, 'parked unknown');
  assert.deepEqual(calls, ['settle unknown']);
});

test('from receive 90 on: given back, parked with its reason', async () => {
  const late = { receives: 90 };
  for (const answer of [
    { kind: 'claimed', attempt: 1 },
    ORPHAN,
    { kind: 'held', leaseLeftMs: 1, holderLeftMs: 1 },
    { kind: 'wrongLedger' },
  ] as const) {
    const { short, calls } = await meets(answer, late);
    assert.equal(short, 'parked receives');
    assert.ok(calls.every((call) => call === 'release reset'));
  }
  assert.equal((await meets(new LedgerError('down'), late)).short, 'parked receives');
  const tooShort = await meets({ kind: 'claimed', attempt: 1 }, { ...late, remainingMs: 1_000 });
  assert.equal(tooShort.short, 'parked receives');
  assert.equal((await meets({ kind: 'paused' }, late)).short, 'parked paused');
  assert.equal(
    (await meets({ kind: 'settled', phase: 'submitted', due: false }, late)).short,
    'done submitted skipped',
  );
});
