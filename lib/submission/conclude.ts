/** The table "How a run ends" of `docs/design.md`. */
import type { Arming } from './arming.ts';
import { backoffMs, type Disposition, done, type End, limitedMs, parked, retry } from './dispositions.ts';
import {
  LedgerError,
  LimitedError,
  MisfitError,
  messageOf,
  ParkError,
  type ParkReason,
  RetryError,
  StoppingError,
  TimeBudgetError,
} from './errors.ts';
import { withEvidence } from './evidence-note.ts';
import type { Outcome, SettledPhase, Traces } from './phases.ts';
import type { Attempts, Claim, RunResult } from './ports.ts';
import { settleFirmly } from './settle.ts';
import type { Turn } from './turn.ts';

/** A turn whose claim has been run. */
export interface Ran extends Turn {
  readonly claim: Claim;
  readonly attempt: number;
  /** The second claim of one delivery, after the session of the first had expired. */
  readonly fresh: boolean;
  readonly arming: Arming;
  /** What the run leaves behind where it told no outcome. Asking for it keeps the evidence. */
  readonly traces: () => Traces;
}

export type RunEnd = RunResult | { readonly kind: 'failed'; readonly thrown: unknown };

/** Writes the end of a run into the ledger; `again` asks for one more claim in the same delivery. */
export async function conclude(ran: Ran, end: RunEnd): Promise<End | 'again'> {
  switch (end.kind) {
    case 'submitted':
    case 'already':
      return settleAs(ran, 'submitted', end.outcome);
    case 'refused':
      return settleAs(ran, 'refused', end.outcome);
    case 'noProof':
      return withoutProof(ran, end.outcome);
    case 'unsent':
      return failedAttempt(ran, end.reason);
    case 'expired':
      // A fresh session that expires as well: perhaps it was accepted, and the form misreads the page. No third send.
      if (ran.fresh) return withoutProof(ran, { text: `the session expired again: ${end.reason}` });
      return (await giveBack(ran, 'refund', end.reason)) ?? 'again';
    case 'notOpenYet':
      return (await giveBack(ran, 'refund', end.reason)) ?? later(ran, `not open yet: ${end.reason}`);
    case 'failed':
      return afterError(ran, end.thrown);
    default:
      return end satisfies never;
  }
}

/** Deferred without an attempt of its own: the receives shape the delay. */
function later({ delivery, policy }: Turn, why: string): Disposition {
  return retry(backoffMs(delivery.receives, policy), why);
}

async function settleAs(ran: Ran, phase: SettledPhase, outcome: Outcome): Promise<End> {
  try {
    const answer = await settleFirmly(ran, ran.claim, phase, outcome);
    return answer === 'settled' ? { ...done(phase), due: true } : later(ran, `settle: ${answer}`);
  } catch (thrown) {
    // Whoever has to resolve it will want to know what the target said.
    ran.telemetry.warn('proven, and could not be written', {
      key: ran.claim.key,
      phase,
      proof: outcome.text,
    });
    throw thrown;
  }
}

/** Whatever the run tells or not: what it left behind is what a person will look at. */
async function withoutProof(ran: Ran, told: Outcome): Promise<End> {
  const outcome = { ...ran.traces(), ...told };
  if (ran.submission.verify !== undefined) {
    await ran.ledger.release(ran.claim, 'keep', outcome.text);
    return retry(
      ran.arming.untilVerifyMs,
      withEvidence('no proof: the form looks it up later', outcome.evidence),
    );
  }
  return settleUnknown(
    ran,
    ran.claim,
    outcome,
    `sent, and nothing proves whether it was accepted: ${outcome.text}`,
  );
}

/** Nobody submits it again; a person decides. */
export async function settleUnknown(
  turn: Turn,
  claim: Claim,
  outcome: Outcome,
  message: string,
): Promise<End> {
  const answer = await settleFirmly(turn, claim, 'unknown', outcome);
  if (answer === 'unconfirmed' || answer === 'notOwner') return later(turn, `settle: ${answer}`);
  turn.telemetry.count('Unknown');
  if (answer === 'settledAndPaused') turn.telemetry.count('FormPaused');
  return { ...parked('unknown', message, 'unknown'), due: true };
}

async function afterError(ran: Ran, thrown: unknown): Promise<End> {
  // After arming no error is a failure to be repeated: the request may have been accepted.
  if (ran.arming.armed) return withoutProof(ran, { text: messageOf(thrown) });
  if (thrown instanceof ParkError) {
    const { evidence } = ran.traces();
    const errors = thrown.errors.map(({ field, message }) => ({
      field,
      message: withEvidence(message, evidence),
    }));
    const stopped = await giveBack(ran, 'reset', withEvidence(thrown.message, evidence));
    if (MISFITS.has(thrown.reason)) await noteMisfit(ran);
    return stopped ?? { kind: 'parked', reason: thrown.reason, errors, phase: 'open' };
  }
  if (thrown instanceof StoppingError) {
    // Whatever the ledger answers: if the key could not be given back, the next worker learns so from its own claim.
    await giveBack(ran, 'refund', thrown.message);
    return retry(0, thrown.message);
  }
  if (thrown instanceof LimitedError) {
    const waitMs = limitedMs(ran.delivery.receives, ran.policy, ran.random);
    return (await giveBack(ran, 'refund', thrown.message)) ?? retry(waitMs, thrown.message);
  }
  // The run itself used the time up, so this was an attempt: a form that never comes to its end must not go on for ever.
  if (thrown instanceof RetryError && !(thrown instanceof TimeBudgetError)) {
    return (await giveBack(ran, 'refund', thrown.message)) ?? later(ran, thrown.message);
  }
  const failed = await failedAttempt(ran, messageOf(thrown));
  if (thrown instanceof MisfitError) await noteMisfit(ran);
  return failed;
}

/** The page submits in another way than its definition says. */
const MISFITS: ReadonlySet<ParkReason> = new Set(['undeclaredSubmit', 'submittedDuringFill']);

/** Only the brake counts them, so a ledger that does not answer costs nothing. */
async function noteMisfit({ ledger, claim, telemetry }: Ran): Promise<void> {
  try {
    if ((await ledger.noteMisfit(claim.key)) === 'paused') telemetry.count('FormPaused');
  } catch (thrown) {
    if (!(thrown instanceof LedgerError)) throw thrown;
    telemetry.count('LedgerUnavailable');
  }
}

/** Nothing was accepted, and the attempt counts. */
async function failedAttempt(ran: Ran, reason: string): Promise<Disposition> {
  const last = ran.attempt >= ran.policy.maxAttempts;
  const stopped = await giveBack(ran, last ? 'reset' : 'keep', reason);
  if (stopped !== undefined) return stopped;
  return last
    ? parked('attempts', `${ran.attempt} attempts failed; the last one: ${reason}`, 'open')
    : retry(backoffMs(ran.attempt, ran.policy), reason);
}

/** Disarms or releases; answers a disposition only where that failed, or there was nothing of ours any more. */
async function giveBack(ran: Ran, attempts: Attempts, reason: string): Promise<Disposition | undefined> {
  const { ledger, claim, arming, telemetry } = ran;
  const step: Promise<string> = arming.armed
    ? ledger.disarm(claim, attempts, reason)
    : ledger.release(claim, attempts, reason);
  const answer = await step.catch((thrown: unknown) => {
    if (!(thrown instanceof LedgerError)) throw thrown;
    // Not thrown on: what went wrong first is what people want to know.
    telemetry.count('LedgerUnavailable');
    return thrown.message;
  });
  return answer === 'disarmed' || answer === 'released' ? undefined : later(ran, `${reason} (${answer})`);
}
