/**
 * Everything that the protocol needs from outside, as small interfaces: the ledger (Redis), the delivery (SQS), the run
 * of a form (a browser) and the clock. Nothing in this folder knows who implements them.
 */
import type { FieldError, ParkReason } from './errors.ts';
import type { Outcome, Phase, SettledPhase, Traces } from './phases.ts';

export interface Clock {
  /** Milliseconds that never jump back; for leases and budgets. */
  monotonicMs(): number;
  /** Milliseconds since 1970; for times that other machines see. */
  epochMs(): number;
  /** Calls back once after `ms`; the answer cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** One claim: a token serves exactly one. */
export interface Claim {
  readonly key: string;
  readonly token: string;
}

/** What a form allows itself at its target. Absent: no limit. */
export interface Limits {
  /** Runs at the same time. */
  readonly atOnce?: number;
  /** Submitting requests in any 60 s. */
  readonly perMinute?: number;
}

export interface ClaimRequest extends Claim {
  readonly form: string;
  /** What people see in lists: the form's summary, free of secrets. */
  readonly label: string;
  readonly messageId: string;
  readonly dataHash: string;
  /** When the intent was born, epoch milliseconds; decides `stale`. */
  readonly createdAtMs: number;
  readonly leaseMs: number;
  /** Left of the invocation: when the holder is dead for certain. */
  readonly remainingMs: number;
  readonly limits?: Limits;
}

export type ClaimAnswer =
  | { readonly kind: 'claimed'; readonly attempt: number }
  | { readonly kind: 'held'; readonly leaseLeftMs: number; readonly holderLeftMs: number }
  /** `due`: the record has an end that nobody was told of yet. */
  | { readonly kind: 'settled'; readonly phase: SettledPhase; readonly due: boolean }
  | { readonly kind: 'unknown'; readonly due: boolean }
  | {
      readonly kind: 'orphaned';
      readonly armedBy: string;
      readonly deadlineInMs: number;
      readonly nowMs: number;
    }
  | { readonly kind: 'conflict'; readonly phase: Phase }
  | { readonly kind: 'stale' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'limited'; readonly limit: keyof Limits }
  | { readonly kind: 'wrongLedger' };

export type ArmAnswer = 'armed' | 'unconfirmed' | 'lost' | 'wrongPhase' | 'paused' | 'limited';

/** What giving a key back does to the count of attempts: keep it, take this one back, or start anew. */
export type Attempts = 'keep' | 'refund' | 'reset';

/** A look at the target for an armed submission without proof. */
export interface Resolution extends Claim {
  /** The arming that was judged (of a refusal: who settled it); the ledger refuses the verdict if another one stands. */
  readonly armedBy: string;
  readonly verdict: 'landed' | 'absent';
  /** By the ledger's clock. */
  readonly lookStartedAtMs: number;
  readonly flightGraceMs: number;
  readonly outcome: Outcome;
  readonly who: string;
  readonly why: string;
}

/**
 * The records of all submissions. Every method is one atomic step.
 * @throws LedgerError when the step's answer is not known: it may or may not have happened
 */
export interface Ledger {
  claim(request: ClaimRequest): Promise<ClaimAnswer>;
  renew(claim: Claim, leaseMs: number): Promise<boolean>;
  /** `deadlineMs`: from now until the sender is dead for certain; `minLeaseMs`: lease that must be left. */
  arm(
    claim: Claim,
    times: { readonly deadlineMs: number; readonly minLeaseMs: number },
    limits?: Limits,
  ): Promise<ArmAnswer>;
  disarm(claim: Claim, attempts: Attempts, reason: string): Promise<'disarmed' | 'wrongPhase'>;
  /** `settledAndPaused`: one unknown outcome too many, the form has been paused. */
  settle(
    claim: Claim,
    phase: SettledPhase | 'unknown',
    outcome: Outcome,
  ): Promise<'settled' | 'settledAndPaused' | 'unconfirmed' | 'notOwner'>;
  release(claim: Claim, attempts: Attempts, reason: string): Promise<'released' | 'notOwner'>;
  /** The page of the key's form did not fit its definition. `paused`: one key too many in a row, the form has been paused. */
  noteMisfit(key: string): Promise<'noted' | 'paused'>;
  resolve(resolution: Resolution): Promise<'resolved' | 'unconfirmed' | 'tooEarly' | 'refused'>;
}

export interface Parking {
  readonly reason: ParkReason;
  readonly errors: readonly FieldError[];
  readonly key?: string;
  readonly phase?: Phase;
  readonly createdAtMs: number;
}

/** One receipt of one queue message. */
export interface Delivery {
  readonly messageId: string;
  /** How often the queue has handed out this message, this time included. */
  readonly receives: number;
  /** Hides the message for `ms` from now. @throws when the queue refuses (the receipt handle is void), or on abort */
  hide(ms: number, signal?: AbortSignal): Promise<void>;
  /** Resolves once the parking queue has accepted a copy. */
  park(parking: Parking): Promise<void>;
}

/** A delivery of which the parking queue has taken a copy. */
export interface ParkedDelivery extends Parking {
  readonly messageId: string;
  readonly parkedAtMs: number;
  /** Where it names one that is known. */
  readonly form?: string;
}

/**
 * Tells producers what became of submissions. Never throws, and is over within `withinMs`; what fails, or is not begun because
 * too little time is left, is told later. The answers: whether it is told now.
 */
export interface Outcomes {
  /** The last end of a submission, where the ledger says that nobody was told of it. */
  tell(key: string, withinMs: number): Promise<boolean>;
  tellParked(parked: ParkedDelivery, withinMs: number): Promise<boolean>;
}

/** The time left of the invocation that all deliveries of a batch share. */
export interface Invocation {
  /** Milliseconds; once the worker is told to stop, no more than are left of its grace. */
  remainingMs(): number;
  /**
   * Aborts when the worker is told to stop: what is not armed is given back, what is armed runs on to its proof. Absent where
   * nobody says so: Lambda only shuts down environments that are idle.
   */
  readonly stopping?: AbortSignal;
}

/** What a run may ask of the protocol while it drives the form. */
export interface Attempt {
  readonly claim: Claim;
  /** Aborts when the lease or the time budget is lost before arming, or the worker is told to stop. */
  readonly signal: AbortSignal;
  /**
   * Takes the step of no return; the submitting request is held back meanwhile. Once it resolves, send at once.
   * @throws RetryError or ParkError when nothing may be sent
   */
  arm(): Promise<void>;
  /** Left until it is too late to arm, milliseconds. */
  armBudgetMs(): number;
  /** Left for waiting for proof, milliseconds. */
  proofBudgetMs(): number;
}

export type RunResult =
  /** `already`: the target said so itself. Before arming it settles without a send. */
  | { readonly kind: 'submitted' | 'already' | 'refused'; readonly outcome: Outcome }
  /** Armed, and nothing told what became of it. */
  | { readonly kind: 'noProof'; readonly outcome: Outcome }
  /** No byte of the submitting request can have left, now or later. */
  | { readonly kind: 'unsent'; readonly reason: string }
  /** Refused for certain by the target: stale session or CSRF token. */
  | { readonly kind: 'expired'; readonly reason: string }
  | { readonly kind: 'notOpenYet'; readonly reason: string };

/** One drive of one form in a context of its own. */
export interface FormRun {
  /** @throws RetryError, ParkError, or anything else: a failure that burns an attempt unless armed */
  run(attempt: Attempt): Promise<RunResult>;
  /** What a run that threw, or ended without an outcome, leaves behind; asked for before `close`, which keeps the evidence. */
  traces?(): Traces;
  /** Keeps the evidence and closes the context. Bounded; never throws. */
  close(): Promise<void>;
}

export type Verdict =
  | { readonly kind: 'landed' | 'absent'; readonly outcome: Outcome }
  | { readonly kind: 'cannotTell'; readonly reason: string };

/** The form's own look-up of a submission at the target. Sends nothing. */
export type Verify = (signal: AbortSignal) => Promise<Verdict>;

export interface Telemetry {
  info(message: string, fields: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields: Readonly<Record<string, unknown>>): void;
  /** `value`: how many, 1 unless told. */
  count(metric: string, value?: number): void;
}
