import type { Policy } from './policy.ts';
import type { FormRun, Limits, Verify } from './ports.ts';

/** One intent to submit one form for one identity, decoded from a message. Its key is computed once, here. */
export interface Submission {
  readonly key: string;
  readonly form: string;
  readonly label: string;
  readonly dataHash: string;
  /** Epoch milliseconds; the earliest that body, attribute and queue tell. */
  readonly createdAtMs: number;
  readonly notBeforeMs?: number;
  readonly expiresAtMs?: number;
  /** Requests of a dead sender may be under way for so long. */
  readonly flightGraceMs: number;
  readonly proofTimeoutMs: number;
  /** A look-up may take so long. */
  readonly verifyTimeoutMs: number;
  readonly limits?: Limits;
  /** A fresh run: a context of its own. */
  open(): FormRun;
  /** Where the form can look a submission up. */
  readonly verify?: Verify;
}

/** Below this much time left, arming is pointless: the proof could not be awaited and settled. Milliseconds. */
export function neededMs(submission: Submission, policy: Policy): number {
  return submission.proofTimeoutMs + policy.reserveMs;
}
