import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseMs, startHeartbeat } from '../../lib/submission/heartbeat.ts';
import { turnOf } from '../support/turn.ts';

test('whatever is left at the claim: the lease outlives the hard deadline by the kill grace, and by no more', async () => {
  for (const remainingMs of [21_001, 24_000, 25_999, 27_500, 33_333, 120_000]) {
    const { turn, clock, ledger } = turnOf({ remainingMs });
    const { killGraceMs } = turn.policy;
    assert.ok(killGraceMs >= 2_000);
    const startedMs = clock.monotonicMs();
    const first = leaseMs(turn.invocation, turn.policy);
    const renewals = [{ atMs: startedMs, endsMs: startedMs + first }];
    const renew = ledger.renew.bind(ledger);
    ledger.renew = (...[, ttlMs]: [] | [unknown, number]) => {
      renewals.push({ atMs: clock.monotonicMs(), endsMs: clock.monotonicMs() + (ttlMs ?? 0) });
      return renew();
    };
    const claim = { key: 'f.1', token: 't' };
    const beat = startHeartbeat({ ...turn, claim, claimedAtMs: startedMs, leaseMs: first, neededMs: 0 });
    beat.keepOnly();
    await clock.advance(remainingMs + 60_000);

    const lastMs = startedMs + remainingMs + killGraceMs;
    assert.equal(renewals.at(-1)?.endsMs, lastMs, `${remainingMs} left`);
    assert.ok(renewals.every(({ endsMs }) => endsMs <= lastMs));
    // without a gap
    assert.ok(renewals.slice(1).every(({ atMs }, nth) => atMs < (renewals[nth]?.endsMs ?? 0)));
    assert.equal(clock.pendingTimers, 0);
    await beat.stop();
  }
});
