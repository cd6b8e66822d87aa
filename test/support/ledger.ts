import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import { Redis } from 'ioredis';
import { Connection } from '../../lib/ledger/connection.ts';
import { initMeta } from '../../lib/ledger/meta.ts';
import { readRecord } from '../../lib/ledger/records.ts';
import {
  formKey,
  type LedgerOptions,
  leaseKey,
  RedisLedger,
  recordKey,
} from '../../lib/ledger/redis-ledger.ts';
import type { Claim, ClaimRequest } from '../../lib/submission/ports.ts';
import { type RedisOptions, type RedisServer, startRedis } from '../../local/redis.ts';

export const META = { epoch: 1, pepperFingerprint: 'none' };
export const DAY_MS = 86_400_000;

export const ledgerOptions = (url: string, options: Partial<LedgerOptions> = {}): LedgerOptions => ({
  url,
  connectTimeoutMs: 2_000,
  commandTimeoutMs: 2_000,
  meta: META,
  retentionMs: 30 * DAY_MS,
  waitReplicas: 0,
  waitTimeoutMs: 500,
  brake: 3,
  ...options,
});

export async function initLedger(url: string): Promise<void> {
  const connection = new Connection({ url, connectTimeoutMs: 20_000, commandTimeoutMs: 20_000 });
  try {
    await initMeta(connection, META);
  } finally {
    connection.close();
  }
}

/** A real Redis of its own for a test file, declared to be the ledger, and what tests ask of it. */
export function useLedger(options: Partial<LedgerOptions> = {}, redisOptions: RedisOptions = {}) {
  const parts: { server?: RedisServer; ledger?: RedisLedger; redis?: Redis; connection?: Connection } = {};
  before(async () => {
    parts.server = await startRedis(redisOptions);
    await initLedger(parts.server.url);
    parts.ledger = new RedisLedger(ledgerOptions(parts.server.url, options));
    parts.redis = new Redis(parts.server.url);
    parts.connection = new Connection(ledgerOptions(parts.server.url));
  });
  after(async () => {
    parts.ledger?.close();
    parts.connection?.close();
    parts.redis?.disconnect();
    await parts.server?.stop();
  });
  const part = <T>(value: T | undefined): T => value ?? fail();
  return {
    get server() {
      return part(parts.server);
    },
    get ledger() {
      return part(parts.ledger);
    },
    get connection() {
      return part(parts.connection);
    },
    get redis() {
      return part(parts.redis);
    },
    record: (key: string) => part(parts.redis).hgetall(recordKey(key)),
    recordTtl: (key: string) => part(parts.redis).pttl(recordKey(key)),
    lease: (key: string) => part(parts.redis).get(leaseKey(key)),
    /** What a crash and the time after it do. */
    expireLease: (key: string) => part(parts.redis).del(leaseKey(key)),
    setForm: (form: string, field: string, value: string) =>
      part(parts.redis).hset(formKey(form), field, value),
    form: (form: string) => part(parts.redis).hgetall(formKey(form)),
  };
}

function fail(): never {
  throw new Error('used before the test began');
}

/** A key of its own, so that tests of one file do not meet. */
export const newKey = (form = 'f') => `${form}.${randomUUID()}`;

export const newClaim = (key: string): Claim => ({ key, token: randomUUID() });

export function claimRequest(claim: Claim, request: Partial<ClaimRequest> = {}): ClaimRequest {
  return {
    ...claim,
    form: claim.key.slice(0, claim.key.indexOf('.')),
    label: 'somebody',
    messageId: 'm-1',
    dataHash: 'data-a',
    createdAtMs: Date.now(),
    leaseMs: 10_000,
    remainingMs: 60_000,
    ...request,
  };
}

export const ARM_TIMES = { deadlineMs: 62_000, minLeaseMs: 1_500 };
export const OUTCOME = { text: 'receipt 1' };

/** What a person decides who has looked at the target just now. */
export async function resolveAs(
  { ledger, connection }: { readonly ledger: Pick<RedisLedger, 'resolve'>; readonly connection: Connection },
  key: string,
  verdict: 'landed' | 'absent',
  flightGraceMs: number,
) {
  const { armedBy = '' } = (await readRecord(connection, key)) ?? {};
  const why = `looked at the target: ${verdict}`;
  return ledger.resolve({
    key,
    token: '',
    armedBy,
    verdict,
    lookStartedAtMs: Date.now(),
    flightGraceMs,
    outcome: { text: why },
    who: 'operator',
    why,
  });
}
