/** The real ledger, asked the model's steps and read in the model's words. */
import type { Redis } from 'ioredis';
import { META_KEY, metaText } from '../../lib/ledger/meta.ts';
import { formKey, leaseKey, type RedisLedger, recordKey } from '../../lib/ledger/redis-ledger.ts';
import type { ClaimAnswer } from '../../lib/submission/ports.ts';
import { claimRequest, META } from '../support/ledger.ts';
import { type Data, OPERATOR, type State, type Step } from './model.ts';

const FORM = 'walk';
const KEY = `${FORM}.0`;
const GRACE_MS = 60_000;
/** Further from now than any walk lasts. */
const FAR_MS = 3_600_000;

/** Everything that Redis holds. */
export interface Snapshot {
  readonly record: Readonly<Record<string, string>>;
  readonly lease: string | null;
  readonly form: Readonly<Record<string, string>>;
  /** -1: never expires, -2: is not there. */
  readonly recordTtlMs: number;
  readonly leaseTtlMs: number;
  readonly otherKeys: readonly string[];
}

export async function startAnew(redis: Redis): Promise<void> {
  await redis.pipeline().flushdb().set(META_KEY, metaText(META)).exec();
}

export async function snapshot(redis: Redis): Promise<Snapshot> {
  const [record, lease, form, recordTtlMs, leaseTtlMs, keys] = await Promise.all([
    redis.hgetall(recordKey(KEY)),
    redis.get(leaseKey(KEY)),
    redis.hgetall(formKey(FORM)),
    redis.pttl(recordKey(KEY)),
    redis.pttl(leaseKey(KEY)),
    redis.keys('*'),
  ]);
  const known = [recordKey(KEY), leaseKey(KEY), formKey(FORM), META_KEY];
  return {
    record,
    lease,
    form,
    recordTtlMs,
    leaseTtlMs,
    otherKeys: keys.filter((key) => !known.includes(key)),
  };
}

/** What the model would call this. */
export function inWords({ record, lease, form }: Snapshot): State {
  const refused = (['A', 'B'] as const).filter((data) => record[`refused:${data}`] !== undefined);
  return {
    phase: (record.phase ?? 'none') as State['phase'],
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

export async function ask(ledger: RedisLedger, redis: Redis, step: Step): Promise<string> {
  switch (step.do) {
    case 'claim':
      return claimInWords(
        await ledger.claim(claimRequest({ key: KEY, token: step.token }, { dataHash: step.data })),
      );
    case 'renew':
      return (await ledger.renew({ key: KEY, token: step.token }, 10_000)) ? 'renewed' : 'notHolder';
    case 'arm':
      return ledger.arm(
        { key: KEY, token: step.token },
        { deadlineMs: step.overdue ? -FAR_MS / 2 : FAR_MS / 2, minLeaseMs: step.leaseEnds ? FAR_MS : 0 },
      );
    case 'disarm':
    case 'release':
      return ledger[step.do]({ key: KEY, token: step.token }, step.attempts, step.do);
    case 'settle':
      return ledger.settle({ key: KEY, token: step.token }, step.as, { text: `${step.as} by ${step.token}` });
    case 'resolve':
      return ledger.resolve({
        key: KEY,
        token: step.token,
        armedBy: step.judged,
        verdict: step.verdict,
        // Also where the deadline is ahead, `late` is later: then only the server's clock says that it is too early.
        lookStartedAtMs: Date.now() + (step.look === 'late' ? FAR_MS : -FAR_MS),
        flightGraceMs: GRACE_MS,
        outcome: { text: `${step.verdict} for ${step.token}` },
        who: step.token === OPERATOR ? 'ana' : 'verify',
        why: 'looked',
      });
    case 'expireLease':
      await redis.del(leaseKey(KEY));
      return '';
    case 'pause':
      await redis.hset(formKey(FORM), 'paused', 'by ana');
      return '';
    case 'resume':
      await redis.del(formKey(FORM));
      return '';
  }
}

function claimInWords(answer: ClaimAnswer): string {
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
