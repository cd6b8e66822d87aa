import {
  LeaseLostError,
  LedgerError,
  LimitedError,
  ParkError,
  PausedError,
  TimeBudgetError,
} from './errors.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { Policy } from './policy.ts';
import type { Claim, Clock, Invocation, Ledger, Telemetry } from './ports.ts';
import type { Submission } from './submission.ts';

export interface ArmingWorld {
  readonly ledger: Pick<Ledger, 'arm' | 'disarm' | 'release'>;
  readonly invocation: Invocation;
  readonly clock: Clock;
  readonly policy: Policy;
  readonly telemetry: Telemetry;
}

/** The point of no return of one claim, and whether it was passed. */
export class Arming {
  #armed = false;
  /** Set once the run is over: an arming still under way must not lead to a send that nobody waits for. */
  #closed = false;
  #underWay: Promise<void> = Promise.resolve();
  /** Monotonic time at which the sender is dead for certain: nothing may be sent after it. */
  #deadlineMs = 0;
  readonly #submission: Submission;
  readonly #claim: Claim;
  readonly #beat: Heartbeat;
  readonly #world: ArmingWorld;

  constructor(submission: Submission, claim: Claim, beat: Heartbeat, world: ArmingWorld) {
    this.#submission = submission;
    this.#claim = claim;
    this.#beat = beat;
    this.#world = world;
  }

  /** True from the moment the ledger may hold `armed` for this claim with a request on its way. */
  get armed(): boolean {
    return this.#armed;
  }

  /** Until the ledger believes an `absent`, milliseconds from now. */
  get untilVerifyMs(): number {
    return this.#deadlineMs - this.#world.clock.monotonicMs() + this.#submission.flightGraceMs;
  }

  /**
   * The checks, then the script, then one more look at the clock. The caller holds the submitting request meanwhile and
   * sends in the same turn of the event loop in which this resolves.
   *
   * What a signal to stop (or a lost lease) does depends on when it comes:
   *
   *   claim ------------- checks --- script asked ------- script answers = armed, sent ------- settled
   *     |<- released, open ->|<- taken back: disarmed, open ->|<- too late: it waits for proof ->|
   *
   * @throws RetryError or ParkError: nothing may be sent
   */
  readonly arm = (): Promise<void> => {
    const arming = this.#arm();
    this.#underWay = arming.catch(() => {});
    return arming;
  };

  /** Makes sure that `armed` no longer changes: waits for an arming under way, which then takes itself back. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#underWay;
  }

  async #arm(): Promise<void> {
    const { clock, invocation, policy, ledger, telemetry } = this.#world;
    this.#checkBefore();
    const issuedMs = clock.monotonicMs();
    const issuedEpochMs = clock.epochMs();
    const deadlineMs = invocation.remainingMs() + policy.killGraceMs;
    this.#deadlineMs = issuedMs + deadlineMs;
    const answer = await ledger
      .arm(this.#claim, { deadlineMs, minLeaseMs: policy.abortMarginMs }, this.#submission.limits)
      .catch(async (thrown: unknown) => {
        await this.#takeBack('no answer to arm');
        throw thrown;
      });
    switch (answer) {
      case 'armed':
        break;
      case 'unconfirmed':
        await this.#takeBack('the arming was not confirmed by a replica');
        throw new LedgerError('the arming was not confirmed by a replica');
      case 'lost':
        throw new LeaseLostError('the lease was gone at the moment of arming');
      case 'wrongPhase':
        throw new LeaseLostError('the record was not in phase claimed at the moment of arming');
      case 'paused':
        throw new PausedError(`form ${this.#submission.form} is paused`);
      case 'limited':
        throw new LimitedError(`form ${this.#submission.form} has reached its limit perMinute`);
      default:
        answer satisfies never;
    }
    // A suspended host: the monotonic clock may have stood still, the other may have jumped. The larger one counts.
    const elapsedMs = Math.max(clock.monotonicMs() - issuedMs, clock.epochMs() - issuedEpochMs);
    if (elapsedMs >= deadlineMs - policy.killGraceMs - policy.reserveMs) {
      await this.#takeBack('the answer to arm came too late');
      throw new TimeBudgetError('the answer to arm came too late to send');
    }
    if (this.#closed || this.#beat.signal.aborted) {
      await this.#takeBack('the run was over before the answer to arm');
      throw new LeaseLostError('the run was over before the answer to arm');
    }
    // From here to the caller's send nothing else gets a turn: no abort can come between.
    this.#armed = true;
    this.#beat.keepOnly();
    telemetry.info('armed', { key: this.#claim.key });
  }

  #checkBefore(): void {
    const { clock, invocation, policy } = this.#world;
    if (this.#closed) throw new LeaseLostError('the run is over');
    const { expiresAtMs, proofTimeoutMs } = this.#submission;
    if (this.#beat.signal.aborted) throw this.#beat.signal.reason;
    if (this.#beat.leaseLeftMs() <= policy.abortMarginMs) {
      throw new LeaseLostError('the lease is no longer certain');
    }
    if (invocation.remainingMs() < proofTimeoutMs + policy.reserveMs) {
      throw new TimeBudgetError('too little of the invocation is left to wait for proof');
    }
    if (expiresAtMs !== undefined && clock.epochMs() >= expiresAtMs) {
      throw new ParkError('expired', 'expiresAt passed before the form was sent');
    }
  }

  /** Best effort: where it fails too, the record stays `armed` with nothing sent, and ends as an orphan. */
  async #takeBack(reason: string): Promise<void> {
    const { ledger } = this.#world;
    try {
      const answer = await ledger.disarm(this.#claim, 'refund', reason);
      if (answer === 'wrongPhase') await ledger.release(this.#claim, 'refund', reason);
    } catch {
      // The caller reports the failure that led here; this one adds nothing.
    }
  }
}
