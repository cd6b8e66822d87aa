/**
 * The whole promise in one place. Data flows one way: message -> submission -> claim -> run -> arm -> send -> settle ->
 * disposition. The table "What a delivery meets" of `docs/design.md` is the switch here; "How a run ends" is the one in
 * `conclude.ts`.
 */
import { randomUUID } from 'node:crypto';
import {
  afterFault,
  backoffMs,
  type Disposition,
  done,
  type End,
  heldMs,
  limitedMs,
  parked,
  retry,
} from './dispositions.ts';
import { LedgerError, StoppingError } from './errors.ts';
import { leaseMs } from './heartbeat.ts';
import type { Claim, ClaimAnswer, Limits } from './ports.ts';
import { reconcile } from './reconcile.ts';
import { runClaimed } from './run-claimed.ts';
import { neededMs } from './submission.ts';
import type { Turn } from './turn.ts';

/**
 * Brings one delivery of a submission to its disposition.
 *
 * @returns `done` only when the ledger holds the outcome for this data; never throws for anything the target, Redis or
 * the queue did
 */
export async function submitOnce(turn: Turn): Promise<Disposition> {
  const early = beforeClaim(turn);
  if (early?.kind === 'retry' && turn.delivery.receives >= turn.policy.parkFromReceive) {
    return parked('receives', early.why);
  }
  if (early !== undefined) return early;
  try {
    for (let fresh = false; ; fresh = true) {
      if (turn.invocation.stopping?.aborted) return retry(0, new StoppingError().message);
      const end = await oneClaim(turn, fresh);
      if (end !== 'again') return await told(turn, end);
    }
  } catch (thrown) {
    if (!(thrown instanceof LedgerError)) throw thrown;
    turn.telemetry.count('LedgerUnavailable');
    return afterFault(turn.delivery.receives, turn.policy, thrown.message);
  }
}

/** Told only now: the lease is given back, and what the end names as its evidence is kept. Changes nothing about the end. */
async function told({ outcomes, submission, invocation, policy }: Turn, end: End): Promise<Disposition> {
  const { due, ...disposition } = end;
  if (due) await outcomes.tell(submission.key, invocation.remainingMs() - policy.closingMs);
  return disposition;
}

function beforeClaim({ submission, invocation, clock, policy, delivery }: Turn): Disposition | undefined {
  const waitMs = (submission.notBeforeMs ?? 0) - clock.epochMs();
  if (waitMs > policy.maxAheadMs) {
    return parked('tooFarAhead', 'is more than 7 days ahead: send the message later', undefined, 'notBefore');
  }
  if (waitMs > 0) return retry(Math.min(waitMs, policy.maxHideMs), 'notBefore has not come');
  // Unknown or no time left is not "no limit": a lease that nobody can bound must not be taken.
  if (!(invocation.remainingMs() > neededMs(submission, policy))) {
    return retry(backoffMs(delivery.receives, policy), 'too little of the invocation is left to begin');
  }
  return undefined;
}

/** One claim under one token. `again`: the session had expired, nothing was accepted; never answered to a `fresh` claim. */
async function oneClaim(turn: Turn, fresh: boolean): Promise<End | 'again'> {
  const { submission, delivery, invocation, ledger, clock, policy } = turn;
  const claim: Claim = { key: submission.key, token: randomUUID() };
  const claimedAtMs = clock.monotonicMs();
  const lease = leaseMs(invocation, policy);
  const answer = await ledger.claim({
    ...claim,
    form: submission.form,
    label: submission.label,
    messageId: delivery.messageId,
    dataHash: submission.dataHash,
    createdAtMs: submission.createdAtMs,
    leaseMs: lease,
    remainingMs: invocation.remainingMs(),
    ...(submission.limits && { limits: submission.limits }),
  });
  const tooOften = await afterTooManyReceives(turn, claim, answer);
  if (tooOften !== undefined) return tooOften;

  switch (answer.kind) {
    case 'claimed':
      return runClaimed(turn, claim, { attempt: answer.attempt, claimedAtMs, lease, fresh });
    case 'held':
      return retry(heldMs(answer, delivery.receives, policy, turn.random), 'held');
    case 'settled':
      return { ...done(answer.phase, true), due: answer.due };
    case 'unknown':
      return {
        ...parked(
          'unknown',
          'sent before, without proof: look it up at the target, then resolve it',
          'unknown',
        ),
        due: answer.due,
      };
    case 'orphaned':
      return reconcile(turn, claim, { ...answer, claimedAtMs, lease });
    case 'conflict':
      return parked('conflict', `other data for the same identity is ${answer.phase}`, answer.phase);
    case 'stale':
      return parked('stale', 'older than the ledger remembers: it may have been sent long ago');
    case 'paused':
      return retry(backoffMs(delivery.receives, policy), 'the form is paused');
    case 'limited':
      return retry(limitedMs(delivery.receives, policy, turn.random), atLimit(answer.limit));
    case 'wrongLedger':
      turn.telemetry.count('WrongLedger');
      return retry(backoffMs(delivery.receives, policy), 'the ledger was emptied or swapped: run doctor');
    default:
      return answer satisfies never;
  }
}

/** The queue's own move to parking (maxReceiveCount) carries no reason, so the worker parks before it comes to that. */
async function afterTooManyReceives(
  { delivery, ledger, policy }: Turn,
  claim: Claim,
  answer: ClaimAnswer,
): Promise<Disposition | undefined> {
  if (delivery.receives < policy.parkFromReceive) return undefined;
  const message = `received ${delivery.receives} times without coming to an end`;
  switch (answer.kind) {
    case 'claimed':
    case 'orphaned':
      await ledger.release(claim, 'reset', message);
      return parked('receives', message, answer.kind === 'claimed' ? 'open' : 'armed');
    case 'paused':
      return parked('paused', `the form is paused; ${message}`);
    case 'limited':
      return parked('receives', `${atLimit(answer.limit)}; ${message}`);
    case 'held':
    case 'wrongLedger':
      return parked('receives', message);
    default:
      return undefined;
  }
}

function atLimit(limit: keyof Limits): string {
  return `the form has reached its limit ${limit}`;
}
