import { randomUUID } from 'node:crypto';
import { DEFAULTS } from '../../lib/config/defaults.ts';
import { Connection } from '../../lib/ledger/connection.ts';
import { initMeta } from '../../lib/ledger/meta.ts';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import { dataHashOf, keyOf } from '../../lib/submission/key.ts';
import type { Claim } from '../../lib/submission/ports.ts';
import { type Contender, type Guard, IDENTITY, LEASE_MS, OUTCOME, RETENTION_MS } from './guard.ts';

const FORM = 'registration';
const META = { epoch: 1, pepperFingerprint: 'none' };
const REMAINING_MS = 60_000;
const ARM_TIMES = { deadlineMs: REMAINING_MS + DEFAULTS.killGraceMs, minLeaseMs: DEFAULTS.abortMarginMs };

const LACKS = { arming: 'yes', owner: 'by token, in each script', outcome: 'yes' };

export const sekali: Contender = {
  name: 'Sekali',
  ours: true,
  lacks: LACKS,
  open: (url) => open(url, 0),
};

/** As production is set up. */
export const sekaliConfirmed: Contender = {
  name: 'Sekali, confirmed by a replica',
  ours: true,
  lacks: LACKS,
  replicated: true,
  open: (url) => open(url, 1),
};

async function open(url: string, waitReplicas: number): Promise<Guard> {
  const connection = {
    url,
    connectTimeoutMs: DEFAULTS.redisConnectTimeoutMs,
    commandTimeoutMs: DEFAULTS.redisCommandTimeoutMs,
  };
  const first = new Connection(connection);
  await initMeta(first, META).finally(() => first.close());
  const ledger = new RedisLedger({
    ...connection,
    meta: META,
    retentionMs: RETENTION_MS,
    waitReplicas,
    waitTimeoutMs: DEFAULTS.waitTimeoutMs,
    brake: DEFAULTS.brake,
  });
  const claim = async (key: string, dataHash: string): Promise<{ claim: Claim; kind: string }> => {
    const mine: Claim = { key, token: randomUUID() };
    const { kind } = await ledger.claim({
      ...mine,
      form: FORM,
      label: 'Siti R.',
      messageId: mine.token,
      dataHash,
      createdAtMs: Date.now(),
      leaseMs: LEASE_MS,
      remainingMs: REMAINING_MS,
    });
    return { claim: mine, kind };
  };
  return {
    async submit(data) {
      const { claim: mine, kind } = await claim(keyOf(FORM, IDENTITY, data), dataHashOf(data));
      must('claimed', kind);
      must('armed', await ledger.arm(mine, ARM_TIMES));
      must('settled', await ledger.settle(mine, 'submitted', OUTCOME));
    },
    skipOf(data) {
      const [key, dataHash] = [keyOf(FORM, IDENTITY, data), dataHashOf(data)];
      return async () => must('settled', (await claim(key, dataHash)).kind);
    },
    close: () => ledger.close(),
  };
}

function must(wanted: string, answer: string): void {
  if (answer !== wanted) throw new Error(`the ledger answered ${answer}, not ${wanted}`);
}
