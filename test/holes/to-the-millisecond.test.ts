import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { ARM_TIMES, claimRequest, DAY_MS, newClaim, newKey, OUTCOME, useLedger } from '../support/ledger.ts';
import { POLICY, turnOf } from '../support/turn.ts';

const on = useLedger();
/** What a second taken for a millisecond, or the other way round, would never hit. */
const SLACK_MS = 5_000;

test('an absent counts from the very millisecond of deadline + flightGrace', async () => {
  for (const [early, answer] of [
    [1, 'tooEarly'],
    [0, 'resolved'],
  ] as const) {
    const sender = newClaim(newKey());
    await on.ledger.claim(claimRequest(sender));
    await on.ledger.arm(sender, { ...ARM_TIMES, deadlineMs: -60_001 });
    await on.expireLease(sender.key);
    const certainMs = Number((await on.record(sender.key)).deadline) + 60_000;
    const verdict = await on.ledger.resolve({
      key: sender.key,
      token: '',
      armedBy: sender.token,
      verdict: 'absent',
      outcome: OUTCOME,
      who: 'ana',
      why: 'looked',
      flightGraceMs: 60_000,
      lookStartedAtMs: certainMs - early,
    });
    assert.equal(verdict, answer);
  }
});

test('the deadline of an arming, the lease and the retention are milliseconds of Redis’ clock', async () => {
  const mine = newClaim(newKey());
  const beforeMs = Date.now();
  await on.ledger.claim(claimRequest(mine, { leaseMs: 10_000, remainingMs: 60_000 }));
  await on.ledger.arm(mine, { deadlineMs: 62_000, minLeaseMs: 0 });
  const { armedAt, deadline, holderDeadline } = await on.record(mine.key);
  assert.equal(Number(deadline) - Number(armedAt), 62_000);
  assert.ok(Number(armedAt) >= beforeMs - SLACK_MS && Number(armedAt) <= Date.now() + SLACK_MS);
  assert.ok(Math.abs(Number(holderDeadline) - beforeMs - 60_000) < SLACK_MS);
  const answer = await on.ledger.claim(claimRequest(newClaim(mine.key)));
  assert.ok(answer.kind === 'held' && answer.leaseLeftMs <= 10_000 && answer.leaseLeftMs > 10_000 - SLACK_MS);
});

test('a message is stale from the retention less a day on', async () => {
  const limitMs = 29 * DAY_MS;
  for (const [ageMs, kind] of [
    [limitMs - SLACK_MS, 'claimed'],
    [limitMs + 1, 'stale'],
  ] as const) {
    const request = claimRequest(newClaim(newKey()), { createdAtMs: Date.now() - ageMs });
    assert.equal((await on.ledger.claim(request)).kind, kind);
  }
});

test('times of a message, and the time that must be left: exactly', async () => {
  const at = async (times: { notBeforeMs?: number; expiresAtMs?: number }, remainingMs = 120_000) => {
    const { turn, clock, ledger } = turnOf({ remainingMs });
    const now = clock.epochMs();
    const moments = Object.entries(times).map(([name, ms]) => [name, now + ms]);
    const submission = { ...turn.submission, ...Object.fromEntries(moments) };
    const end = await submitOnce({ ...turn, submission });
    const ran = ledger.calls.includes('close') ? 'ran, ' : '';
    return end.kind === 'retry' ? `${ran}retry ${end.afterMs}` : `${ran}${end.kind}`;
  };
  assert.equal(await at({ notBeforeMs: 1 }), 'retry 1');
  assert.equal(await at({ notBeforeMs: 0 }), 'ran, done');
  assert.equal(await at({ expiresAtMs: 1 }), 'ran, done');
  assert.equal(await at({ expiresAtMs: 0 }), 'parked');
  assert.equal(await at({ notBeforeMs: POLICY.maxAheadMs }), `retry ${POLICY.maxHideMs}`);
  assert.equal(await at({ notBeforeMs: POLICY.maxAheadMs + 1 }), 'parked');
  // 15 s for proof and 6 s of reserve
  assert.equal(await at({}, 21_000), 'retry 10000');
  assert.equal(await at({}, 21_001), 'ran, done');
});
