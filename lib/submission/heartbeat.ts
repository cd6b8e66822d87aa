import { LeaseLostError, messageOf, StoppingError, TimeBudgetError } from './errors.ts';
import type { Policy } from './policy.ts';
import type { Claim, Clock, Delivery, Invocation, Ledger, Telemetry } from './ports.ts';

export interface HeartbeatOptions {
  readonly claim: Claim;
  /** Monotonic time at which the claim was sent: the lease cannot have begun earlier. */
  readonly claimedAtMs: number;
  readonly leaseMs: number;
  /** Below this much time left an unarmed run is pointless; milliseconds. */
  readonly neededMs: number;
  readonly ledger: Pick<Ledger, 'renew'>;
  readonly delivery: Pick<Delivery, 'hide'>;
  readonly invocation: Invocation;
  readonly clock: Clock;
  readonly policy: Policy;
  readonly telemetry: Telemetry;
}

export interface Heartbeat {
  /**
   * Aborts, with the error that says why, when the lease or the time budget is lost or the worker is told to stop. Never after
   * `keepOnly`.
   */
  readonly signal: AbortSignal;
  /** Milliseconds of lease left that are certain, by the monotonic clock. */
  leaseLeftMs(): number;
  /** Ends the abort, not the beat: from arming on the run waits for proof, lease or not. */
  keepOnly(): void;
  /** Ends everything and waits for a beat under way, so that it cannot overwrite what comes next. */
  stop(): Promise<void>;
}

/** The lease that a claim or a beat may ask for now: it outlives a late kill of the invocation, but not by more. */
export function leaseMs(invocation: Invocation, policy: Policy): number {
  return Math.min(policy.leaseTtlMs, invocation.remainingMs() + policy.killGraceMs);
}

/**
 * One heartbeat drives three clocks: the lease, the visibility of the message, and the run's own abort.
 *
 *   claim      beat        beat (silent)          abort
 *     |---------|------------|----------------------|-----|
 *     |<------ heartbeat --->|                      |<--->| margin: time to stop page actions
 *               |<------------- lease TTL --------------->|
 *
 * The lease is counted from the moment the renewal was *sent*. The abort has a timer of its own, so that it comes even
 * when Redis is silent; and whoever is about to arm asks `leaseLeftMs`, so that a timer that came late does no harm.
 */
export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { claim, ledger, delivery, invocation, clock, policy, telemetry } = options;
  const controller = new AbortController();
  let leaseEndsMs = options.claimedAtMs + options.leaseMs;
  let mayAbort = true;
  let stopped = false;
  const ending = new AbortController();
  let hiding: Promise<void> = hide();
  let beating: Promise<void> = Promise.resolve();
  let cancelBeat = clock.after(policy.heartbeatMs, onBeat);
  let cancelWatch = clock.after(untilAbortMs(), onWatch);
  const onStopping = () => abort(new StoppingError());
  const ignoreStopping = () => invocation.stopping?.removeEventListener('abort', onStopping);
  invocation.stopping?.addEventListener('abort', onStopping);
  // Told while the claim was under way.
  if (invocation.stopping?.aborted) onStopping();

  function untilAbortMs(): number {
    const lease = leaseEndsMs - policy.abortMarginMs - clock.monotonicMs();
    return Math.max(0, Math.min(lease, invocation.remainingMs() - options.neededMs));
  }

  function abort(error: Error): void {
    if (!mayAbort || stopped || controller.signal.aborted) return;
    telemetry.warn('run aborted before arming', { key: claim.key, why: error.message });
    if (error instanceof LeaseLostError) telemetry.count('LeaseLost');
    if (error instanceof TimeBudgetError) telemetry.count('TimeBudgetSpent');
    controller.abort(error);
  }

  function onWatch(): void {
    if (!mayAbort || stopped) return;
    if (invocation.remainingMs() <= options.neededMs) {
      abort(new TimeBudgetError('too little of the invocation is left to wait for proof'));
    } else if (clock.monotonicMs() >= leaseEndsMs - policy.abortMarginMs) {
      abort(new LeaseLostError('the lease could not be renewed in time'));
    } else {
      cancelWatch = clock.after(untilAbortMs(), onWatch);
    }
  }

  function onBeat(): void {
    const startedMs = clock.monotonicMs();
    beating = beat().then(() => {
      if (stopped || invocation.remainingMs() <= 0) return;
      cancelBeat = clock.after(Math.max(0, policy.heartbeatMs - (clock.monotonicMs() - startedMs)), onBeat);
    });
  }

  async function beat(): Promise<void> {
    const sentMs = clock.monotonicMs();
    const ttlMs = leaseMs(invocation, policy);
    if (ttlMs <= 0) return;
    try {
      if (await ledger.renew(claim, ttlMs)) leaseEndsMs = sentMs + ttlMs;
      else lost();
    } catch (thrown) {
      // A single try: the next beat or the abort timer decides, not a retry that would pile up.
      telemetry.warn('lease not renewed', { key: claim.key, why: messageOf(thrown) });
    }
    // Not waited for: a queue that hangs must not delay the next renewal.
    hiding = hide();
  }

  function lost(): void {
    if (mayAbort) abort(new LeaseLostError('another worker holds the lease'));
    else if (!stopped) telemetry.warn('lease lost after arming, waiting for proof', { key: claim.key });
  }

  async function hide(): Promise<void> {
    // Once the run is being settled, the final visibility is set elsewhere and must not be overwritten.
    if (stopped) return;
    try {
      await delivery.hide(policy.leaseTtlMs + policy.hideBeyondLeaseMs, ending.signal);
    } catch (thrown) {
      if (stopped) return;
      telemetry.warn('visibility not extended', { key: claim.key, why: messageOf(thrown) });
    }
  }

  return {
    signal: controller.signal,
    leaseLeftMs: () => leaseEndsMs - clock.monotonicMs(),
    keepOnly() {
      mayAbort = false;
      cancelWatch();
      ignoreStopping();
    },
    async stop() {
      stopped = true;
      ignoreStopping();
      cancelBeat();
      cancelWatch();
      // A call under way would overwrite the final visibility; what comes next does not wait for a queue that hangs.
      ending.abort();
      await Promise.all([beating, hiding]);
    },
  };
}
