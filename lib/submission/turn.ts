import type { Policy } from './policy.ts';
import type { Clock, Delivery, Invocation, Ledger, Outcomes, Telemetry } from './ports.ts';
import type { Submission } from './submission.ts';

/** The effects that the protocol is given; the same for all deliveries. */
export interface World {
  readonly ledger: Ledger;
  readonly outcomes: Pick<Outcomes, 'tell'>;
  readonly clock: Clock;
  readonly policy: Policy;
  readonly telemetry: Telemetry;
  /** 0 to 1; spreads deferred duplicates. */
  readonly random: () => number;
}

/** Everything that belongs to one delivery of one submission. */
export interface Turn extends World {
  readonly submission: Submission;
  readonly delivery: Delivery;
  readonly invocation: Invocation;
}
