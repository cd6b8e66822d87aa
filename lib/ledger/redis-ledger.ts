import { LedgerError } from '../submission/errors.ts';
import type { Outcome, Phase, SettledPhase } from '../submission/phases.ts';
import type {
  ArmAnswer,
  Attempts,
  Claim,
  ClaimAnswer,
  ClaimRequest,
  Ledger,
  Limits,
  Resolution,
} from '../submission/ports.ts';
import { type Confirmation, Connection, type ConnectionOptions, type Reply, script } from './connection.ts';
import { META_KEY, type Meta, metaText } from './meta.ts';
import armText from './scripts/arm.lua';
import claimText from './scripts/claim.lua';
import disarmText from './scripts/disarm.lua';
import misfitText from './scripts/misfit.lua';
import releaseText from './scripts/release.lua';
import renewText from './scripts/renew.lua';
import resolveText from './scripts/resolve.lua';
import settleText from './scripts/settle.lua';

const CLAIM = script(claimText);
const RENEW = script(renewText);
const ARM = script(armText);
const DISARM = script(disarmText);
const SETTLE = script(settleText);
const RELEASE = script(releaseText);
const MISFIT = script(misfitText);
const RESOLVE = script(resolveText);

/** To the scripts. */
const NO_LIMIT = 0;

export interface LedgerOptions extends ConnectionOptions {
  readonly meta: Meta;
  readonly retentionMs: number;
  readonly waitReplicas: number;
  readonly waitTimeoutMs: number;
  /** Unknown outcomes in a row that pause a form. */
  readonly brake: number;
}

/** The ledger on Redis. Every step is one script; what they promise stands in their headers. */
export class RedisLedger implements Ledger {
  readonly #options: LedgerOptions;
  readonly #steps: Connection;
  /** Of its own: a WAIT blocks its connection, and a beat must not wait behind it. */
  readonly #beats: Connection;
  readonly #confirmed: Confirmation;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#steps = new Connection(options);
    this.#beats = new Connection(options);
    this.#confirmed = { replicas: options.waitReplicas, timeoutMs: options.waitTimeoutMs };
  }

  async claim(request: ClaimRequest): Promise<ClaimAnswer> {
    const { value, confirmed } = await this.#steps.runAgainAfterBreak(
      CLAIM,
      [
        leaseKey(request.key),
        recordKey(request.key),
        formKey(request.form),
        META_KEY,
        runningKey(request.form),
        sendsKey(request.form),
      ],
      [
        request.token,
        request.dataHash,
        request.form,
        request.label,
        request.messageId,
        request.createdAtMs,
        Math.round(request.leaseMs),
        Math.round(request.remainingMs),
        this.#options.retentionMs,
        metaText(this.#options.meta),
        request.limits?.atOnce ?? NO_LIMIT,
        request.limits?.perMinute ?? NO_LIMIT,
      ],
      this.#confirmed,
    );
    const answer = claimAnswer(value as readonly (string | number)[]);
    // A message is deleted on this answer, so a failover must not be able to take the outcome back.
    if (answer.kind === 'settled' && !confirmed) {
      throw new LedgerError('the outcome is not confirmed by a replica');
    }
    return answer;
  }

  async renew(claim: Claim, leaseMs: number): Promise<boolean> {
    const { value } = await this.#beats.run(
      RENEW,
      [leaseKey(claim.key), runningKey(formOf(claim.key))],
      [claim.token, Math.round(leaseMs)],
    );
    return value === 1;
  }

  async arm(
    claim: Claim,
    times: { deadlineMs: number; minLeaseMs: number },
    limits?: Limits,
  ): Promise<ArmAnswer> {
    const form = formOf(claim.key);
    const reply = await this.#steps.run(
      ARM,
      [leaseKey(claim.key), recordKey(claim.key), formKey(form), sendsKey(form)],
      [
        claim.token,
        Math.round(times.deadlineMs),
        Math.round(times.minLeaseMs),
        limits?.perMinute ?? NO_LIMIT,
      ],
      this.#confirmed,
    );
    return unlessUnconfirmed(reply, 'armed');
  }

  async disarm(claim: Claim, attempts: Attempts, reason: string): Promise<'disarmed' | 'wrongPhase'> {
    const { value } = await this.#steps.run(
      DISARM,
      [leaseKey(claim.key), recordKey(claim.key), runningKey(formOf(claim.key))],
      [claim.token, attempts, reason, this.#options.retentionMs],
    );
    return value as 'disarmed' | 'wrongPhase';
  }

  async settle(
    claim: Claim,
    phase: SettledPhase | 'unknown',
    outcome: Outcome,
  ): ReturnType<Ledger['settle']> {
    const form = formOf(claim.key);
    const reply = await this.#steps.run(
      SETTLE,
      [leaseKey(claim.key), recordKey(claim.key), formKey(form), runningKey(form)],
      [claim.token, phase, JSON.stringify(outcome), this.#options.retentionMs, this.#options.brake],
      this.#confirmed,
    );
    return unlessUnconfirmed(reply, 'settled', 'settledAndPaused');
  }

  async release(claim: Claim, attempts: Attempts, reason: string): Promise<'released' | 'notOwner'> {
    const { value } = await this.#steps.run(
      RELEASE,
      [leaseKey(claim.key), recordKey(claim.key), runningKey(formOf(claim.key))],
      [claim.token, attempts, reason, this.#options.retentionMs],
    );
    return value as 'released' | 'notOwner';
  }

  async noteMisfit(key: string): Promise<'noted' | 'paused'> {
    const { value } = await this.#steps.run(MISFIT, [formKey(formOf(key))], [key, this.#options.brake]);
    return value as 'noted' | 'paused';
  }

  async resolve(resolution: Resolution): Promise<'resolved' | 'unconfirmed' | 'tooEarly' | 'refused'> {
    const reply = await this.#steps.run(
      RESOLVE,
      [leaseKey(resolution.key), recordKey(resolution.key)],
      [
        resolution.token,
        resolution.armedBy,
        resolution.verdict,
        resolution.lookStartedAtMs,
        resolution.flightGraceMs,
        JSON.stringify(resolution.outcome),
        resolution.who,
        resolution.why,
        this.#options.retentionMs,
      ],
      this.#confirmed,
    );
    return unlessUnconfirmed(reply, 'resolved');
  }

  close(): void {
    this.#steps.close();
    this.#beats.close();
  }
}

export function leaseKey(key: string): string {
  return `sekali:{${key}}:lease`;
}

export function recordKey(key: string): string {
  return `sekali:{${key}}:record`;
}

export function formKey(form: string): string {
  return `sekali:form:${form}`;
}

/** Who runs a form with the limit `atOnce`: tokens by the end of their leases. */
export function runningKey(form: string): string {
  return `${formKey(form)}:running`;
}

/** The last minute's sends of a form with the limit `perMinute`: tokens by the time of their arming. */
export function sendsKey(form: string): string {
  return `${formKey(form)}:sends`;
}

/** A key is `<form>.<hex>`, and form names hold no dot. */
function formOf(key: string): string {
  return key.slice(0, key.indexOf('.'));
}

/** Only what was written can be unconfirmed; an answer that refuses stands as it is. */
function unlessUnconfirmed<T extends string>({ value, confirmed }: Reply, ...written: readonly T[]) {
  return written.includes(value as T) && !confirmed ? ('unconfirmed' as const) : (value as T);
}

function claimAnswer([kind, first, second, third]: readonly (string | number)[]): ClaimAnswer {
  switch (kind as ClaimAnswer['kind']) {
    case 'claimed':
      return { kind: 'claimed', attempt: Number(first) };
    case 'held':
      return { kind: 'held', leaseLeftMs: Number(first), holderLeftMs: Number(second) };
    case 'settled':
      return { kind: 'settled', phase: first as SettledPhase, due: second === 1 };
    case 'orphaned':
      return {
        kind: 'orphaned',
        armedBy: String(first),
        deadlineInMs: Number(second),
        nowMs: Number(third),
      };
    case 'conflict':
      return { kind: 'conflict', phase: first as Phase };
    case 'limited':
      return { kind: 'limited', limit: first as keyof Limits };
    case 'unknown':
      return { kind: 'unknown', due: first === 1 };
    case 'stale':
    case 'paused':
    case 'wrongLedger':
      return { kind: kind as 'stale' | 'paused' | 'wrongLedger' };
  }
}
