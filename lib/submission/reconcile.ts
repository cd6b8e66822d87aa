import { settleUnknown } from './conclude.ts';
import { backoffMs, done, type End, retry } from './dispositions.ts';
import { messageOf, ParkError, StoppingError } from './errors.ts';
import { startHeartbeat } from './heartbeat.ts';
import type { Claim, Verdict } from './ports.ts';
import type { Turn } from './turn.ts';
import { untilAborted } from './until-aborted.ts';

interface Orphan {
  readonly armedBy: string;
  /** Until the sender is dead for certain; negative when it is. */
  readonly deadlineInMs: number;
  readonly nowMs: number;
  readonly claimedAtMs: number;
  readonly lease: number;
}

/**
 * An armed submission whose worker is gone: whoever claims it may look, never submit.
 *
 * *Absent* is believed only when the look began after `deadline + flightGrace`. Before that the truth may change: the
 * sender may only be stalled, or its request still travelling.
 */
export async function reconcile(turn: Turn, claim: Claim, orphan: Orphan): Promise<End> {
  const { submission, ledger, delivery, policy } = turn;
  if (submission.verify === undefined) {
    const text = 'the worker that sent it ended before the answer, and the form has no verify';
    return settleUnknown(turn, claim, { text }, text);
  }
  const waitMs = orphan.deadlineInMs + submission.flightGraceMs;
  if (waitMs > 0) {
    await ledger.release(claim, 'keep', 'too early to look');
    return retry(waitMs, 'armed without proof: the form looks it up later');
  }
  const verdict = await look(turn, claim, orphan, submission.verify);
  if (verdict instanceof Error) {
    await ledger.release(claim, 'keep', verdict.message);
    if (verdict instanceof ParkError) {
      return { kind: 'parked', reason: verdict.reason, errors: verdict.errors, phase: 'armed' };
    }
    if (verdict instanceof StoppingError) return retry(0, verdict.message);
    return retry(backoffMs(delivery.receives, policy), `the look-up failed: ${verdict.message}`);
  }
  if (verdict.kind === 'cannotTell') {
    return settleUnknown(
      turn,
      claim,
      { text: verdict.reason },
      `the look-up could not tell: ${verdict.reason}`,
    );
  }
  const answer = await ledger.resolve({
    ...claim,
    armedBy: orphan.armedBy,
    verdict: verdict.kind,
    lookStartedAtMs: orphan.nowMs,
    flightGraceMs: submission.flightGraceMs,
    outcome: verdict.outcome,
    who: 'verify',
    why: verdict.outcome.text,
  });
  if (answer === 'resolved') {
    const end = verdict.kind === 'landed' ? done('submitted') : retry(0, 'found absent: runs again');
    return { ...end, due: true };
  }
  await ledger.release(claim, 'keep', `resolve: ${answer}`);
  return retry(backoffMs(delivery.receives, policy), `resolve: ${answer}`);
}

/** Answers the error of a look that failed: it tells nothing, and a later one may. Looks under the heartbeat, so that nobody else looks at the same time and the message stays hidden. */
async function look(
  turn: Turn,
  claim: Claim,
  orphan: Orphan,
  verify: NonNullable<Turn['submission']['verify']>,
): Promise<Verdict | Error> {
  const beat = startHeartbeat({
    ...turn,
    claim,
    claimedAtMs: orphan.claimedAtMs,
    leaseMs: orphan.lease,
    neededMs: turn.policy.reserveMs,
  });
  const timeout = new AbortController();
  const cancel = turn.clock.after(turn.submission.verifyTimeoutMs, () =>
    timeout.abort(new Error('verify took too long')),
  );
  try {
    const signal = AbortSignal.any([beat.signal, timeout.signal]);
    return await untilAborted(signal, verify(signal));
  } catch (thrown) {
    return thrown instanceof Error ? thrown : new Error(messageOf(thrown));
  } finally {
    cancel();
    await beat.stop();
  }
}
