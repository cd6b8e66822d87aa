/** The real ledger, asked the model's steps and read in the model's words. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { formKey, leaseKey, type RedisLedger, recordKey } from '../../lib/ledger/redis-ledger.ts';
import type { ClaimAnswer } from '../../lib/submission/ports.ts';
import { claimRequest } from '../support/ledger.ts';
import { type Data, dataOf, type Ledger, OPERATOR, type Step } from './ledger-model.ts';

/** Further from now than any test lasts. */
const FAR_MS = 3_600_000;
/** For requests under way, after the deadline. */
export const GRACE_MS = FAR_MS;

/** Long enough for any clock to show another millisecond. */
const CLOCK_TICKS_MS = 3;

/** One submission of a form of its own. */
export interface Place {
  readonly form: string;
  readonly key: string;
}

export function placeOf(nth: number): Place {
  return { form: `form-${nth}`, key: `form-${nth}.0` };
}

/** Everything that Redis holds for a place. */
export interface Snapshot {
  readonly record: Readonly<Record<string, string>>;
  readonly lease: string | null;
  readonly form: Readonly<Record<string, string>>;
  /** -1: never expires, -2: is not there. */
  readonly recordTtlMs: number;
  readonly leaseTtlMs: number;
}

export const NOTHING: Snapshot = { record: {}, lease: null, form: {}, recordTtlMs: -2, leaseTtlMs: -2 };

// One script for many places, since a round of the client's costs more than the work itself.
const SNAPSHOTS = `
local all = {}
for nth = 1, #KEYS, 3 do
  local record, lease, form = KEYS[nth], KEYS[nth + 1], KEYS[nth + 2]
  all[#all + 1] = { redis.call('HGETALL', record), redis.call('GET', lease), redis.call('HGETALL', form),
    redis.call('PTTL', record), redis.call('PTTL', lease) }
end
return all`;
const COPY = `
for nth = 4, #KEYS do redis.call('COPY', KEYS[(nth - 1) % 3 + 1], KEYS[nth]) end`;

type Found = [
  record: string[],
  lease: string | null,
  form: string[],
  recordTtlMs: number,
  leaseTtlMs: number,
];

function keysOf({ key, form }: Place): string[] {
  return [recordKey(key), leaseKey(key), formKey(form)];
}

export async function snapshots(redis: Redis, places: readonly Place[]): Promise<Snapshot[]> {
  const found = await redis.eval(SNAPSHOTS, places.length * 3, ...places.flatMap(keysOf));
  return (found as Found[]).map(([record, lease, form, recordTtlMs, leaseTtlMs]) => {
    return { record: hashOf(record), lease, form: hashOf(form), recordTtlMs, leaseTtlMs };
  });
}

function hashOf(flat: readonly string[]): Record<string, string> {
  const hash: Record<string, string> = {};
  for (let nth = 0; nth < flat.length; nth += 2) hash[flat[nth] ?? ''] = flat[nth + 1] ?? '';
  return hash;
}

export async function snapshot(redis: Redis, place: Place): Promise<Snapshot> {
  return (await snapshots(redis, [place]))[0] ?? NOTHING;
}

/** Puts everything that is at one place to others, times to live included. */
export async function copy(redis: Redis, from: Place, to: readonly Place[]): Promise<void> {
  await redis.eval(COPY, (to.length + 1) * 3, ...keysOf(from), ...to.flatMap(keysOf));
}

/** What the model would call this. */
export function inWords({ record, lease, form }: Snapshot): Ledger {
  const refused = (['A', 'B'] as const).filter((data) => record[`refused:${data}`] !== undefined);
  return {
    phase: (record.phase ?? 'none') as Ledger['phase'],
    data: (record.dataHash ?? '') as Data | '',
    attempt: Number(record.attempt ?? 0),
    owner: record.token ?? '',
    holder: lease ?? '',
    armedBy: record.armedBy ?? '',
    overdue: record.deadline !== undefined && Number(record.deadline) + GRACE_MS < Date.now(),
    settledBy: record.settledBy ?? '',
    refused,
    paused: form.paused !== undefined,
    unknownsInARow: Number(form.unknownsInARow ?? 0),
  };
}

export interface Asked {
  readonly ledger: RedisLedger;
  readonly redis: Redis;
}

export async function ask({ ledger, redis }: Asked, { key, form }: Place, step: Step): Promise<string> {
  switch (step.do) {
    case 'claim': {
      const request = { dataHash: dataOf(step.token), leaseMs: FAR_MS };
      return claimInWords(await ledger.claim(claimRequest({ key, token: step.token }, request)));
    }
    case 'renew':
      return (await ledger.renew({ key, token: step.token }, FAR_MS)) ? 'renewed' : 'notHolder';
    case 'arm':
      return ledger.arm(
        { key, token: step.token },
        // Over at once, and the grace after it is not: what comes then is too early for *absent*.
        { deadlineMs: -1, minLeaseMs: step.leaseEnds ? 2 * FAR_MS : 0 },
      );
    case 'disarm':
    case 'release':
      return ledger[step.do]({ key, token: step.token }, step.attempts, step.do);
    case 'settle':
      return ledger.settle({ key, token: step.token }, step.as, { text: `${step.as} by ${step.token}` });
    case 'resolve':
      return ledger.resolve({
        key,
        token: step.token,
        armedBy: step.judged,
        verdict: step.verdict,
        // `early`: before the grace was over, but not before the deadline. `late` is later also where the grace is not over:
        // then only the server's clock says that it is too early.
        lookStartedAtMs: Date.now() + (step.look === 'late' ? 2 * GRACE_MS : -GRACE_MS / 2),
        flightGraceMs: GRACE_MS,
        outcome: { text: `${step.verdict} for ${step.token}` },
        who: step.token === OPERATOR ? 'ana' : 'verify',
        why: 'looked',
      });
    case 'expireLease':
      await redis.del(leaseKey(key));
      return '';
    case 'passDeadline':
    case 'passGrace':
      // Between what was looked at before and what will be: in the millisecond before now.
      await sleep(CLOCK_TICKS_MS);
      if (await redis.hexists(recordKey(key), 'deadline')) {
        const agoMs = step.do === 'passGrace' ? GRACE_MS + 1 : 1;
        await redis.hset(recordKey(key), 'deadline', Date.now() - agoMs);
      }
      return '';
    case 'pause':
      await redis.hset(formKey(form), 'paused', 'by ana');
      return '';
    case 'resume':
      await redis.del(formKey(form));
      return '';
  }
}

export function claimInWords(answer: ClaimAnswer): string {
  switch (answer.kind) {
    case 'claimed':
      return `claimed ${answer.attempt}`;
    case 'settled':
    case 'conflict':
      return `${answer.kind} ${answer.phase}`;
    case 'orphaned':
      return `orphaned by ${answer.armedBy}, ${answer.deadlineInMs + GRACE_MS < 0 ? 'overdue' : 'too early'}`;
    default:
      return answer.kind;
  }
}
