import { Arming } from './arming.ts';
import { conclude, type RunEnd } from './conclude.ts';
import { type End, parked } from './dispositions.ts';
import { hardEndOf } from './hard-end.ts';
import { startHeartbeat } from './heartbeat.ts';
import type { Claim } from './ports.ts';
import { neededMs } from './submission.ts';
import type { Turn } from './turn.ts';
import { untilAborted } from './until-aborted.ts';

export interface Claimed {
  readonly attempt: number;
  readonly claimedAtMs: number;
  readonly lease: number;
  /** The second claim of one delivery, after the session of the first had expired. */
  readonly fresh: boolean;
}

/** Runs the form under lease and heartbeat, then brings the claim to its end. */
export async function runClaimed(turn: Turn, claim: Claim, claimed: Claimed): Promise<End | 'again'> {
  const { submission, clock, policy, invocation, ledger } = turn;
  if (claimed.attempt > policy.maxAttempts) {
    await ledger.release(claim, 'reset', 'attempts used up');
    return parked('attempts', `${policy.maxAttempts} attempts were cut short without an answer`, 'open');
  }
  if (submission.expiresAtMs !== undefined && clock.epochMs() >= submission.expiresAtMs) {
    await ledger.release(claim, 'reset', 'expired');
    return parked('expired', 'has passed', 'open', 'expiresAt');
  }
  const beat = startHeartbeat({
    ...turn,
    claim,
    claimedAtMs: claimed.claimedAtMs,
    leaseMs: claimed.lease,
    neededMs: neededMs(submission, policy),
  });
  turn.telemetry.info('claimed', { key: claim.key, attempt: claimed.attempt });
  const arming = new Arming(submission, claim, beat, turn);
  const run = submission.open();
  const hardEnd = hardEndOf(turn);
  const result = await untilAborted(
    AbortSignal.any([beat.signal, hardEnd.signal]),
    run.run({
      claim,
      signal: beat.signal,
      arm: arming.arm,
      armBudgetMs: () => invocation.remainingMs() - neededMs(submission, policy),
      proofBudgetMs: () => Math.min(submission.proofTimeoutMs, invocation.remainingMs() - policy.reserveMs),
    }),
  ).catch((thrown: unknown): RunEnd => ({ kind: 'failed', thrown }));
  hardEnd.cancel();
  // First, so that an arming under way cannot end in a send that nobody waits for.
  await arming.close();
  await beat.stop();
  try {
    const traces = () => run.traces?.() ?? {};
    return await conclude({ ...turn, claim, ...claimed, arming, traces }, result);
  } finally {
    await run.close();
  }
}
