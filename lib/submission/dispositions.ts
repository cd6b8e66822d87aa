import type { FieldError, ParkReason } from './errors.ts';
import type { Phase, SettledPhase } from './phases.ts';
import type { Policy } from './policy.ts';

/** What the worker tells the queue about a delivery. */
export type Disposition =
  /** Only when the ledger holds the outcome of exactly this data. `skipped`: an earlier delivery did the work. */
  | { readonly kind: 'done'; readonly phase: SettledPhase; readonly skipped: boolean }
  | { readonly kind: 'retry'; readonly afterMs: number; readonly why: string }
  /** Counts only once the parking queue has accepted a copy. */
  | {
      readonly kind: 'parked';
      readonly reason: ParkReason;
      readonly errors: readonly FieldError[];
      /** Where the submission stands, where it has a record. */
      readonly phase?: Phase;
    };

/** A disposition, and whether the ledger may hold an end that nobody was told of yet. */
export type End = Disposition & { readonly due?: boolean };

export function done(phase: SettledPhase, skipped = false): Disposition {
  return { kind: 'done', phase, skipped };
}

export function retry(afterMs: number, why: string): Disposition {
  return { kind: 'retry', afterMs: Math.max(0, afterMs), why };
}

export function parked(reason: ParkReason, message: string, phase?: Phase, field = ''): Disposition {
  return { kind: 'parked', reason, errors: [{ field, message }], ...(phase === undefined ? {} : { phase }) };
}

/** The worker itself failed on a message: perhaps a form that throws. Again, but not until the queue moves it unexplained. */
export function afterFault(
  receives: number,
  policy: Policy,
  why = 'the worker failed on it: see its log',
): Disposition {
  if (receives >= policy.parkFromReceive) return parked('receives', why);
  return retry(backoffMs(receives, policy), why);
}

/** 10 s, 20 s, 40 s … at most 15 min; `nth` counts from 1: the attempt, or the receive where nothing was attempted. */
export function backoffMs(nth: number, policy: Pick<Policy, 'backoffBaseMs' | 'backoffMaxMs'>): number {
  const doublings = Math.min(Math.max(nth, 1) - 1, 30);
  return Math.min(policy.backoffBaseMs * 2 ** doublings, policy.backoffMaxMs);
}

/**
 * When a form at its limit may have room again. Spread widely around the backoff: messages that were deferred together would
 * else come back together, and of each such wave only the first few would get a place.
 */
export function limitedMs(receives: number, policy: Policy, random: () => number): number {
  return Math.round(backoffMs(receives, policy) * (0.5 + random()));
}

/**
 * When to look again at a key that somebody holds. The lease alone would not do: it is renewed for as long as the run
 * lasts, and every look costs one receive of the queue's maxReceiveCount.
 */
export function heldMs(
  held: { readonly leaseLeftMs: number; readonly holderLeftMs: number },
  receives: number,
  policy: Policy,
  random: () => number,
): number {
  const patience = Math.min(held.holderLeftMs, backoffMs(receives, policy));
  return Math.max(held.leaseLeftMs, patience) + Math.round(random() * policy.jitterMs);
}
