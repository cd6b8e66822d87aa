import { DEFAULTS } from '../lib/config/defaults.ts';
import type { LedgerStage } from '../lib/config/stage.ts';
import type { LedgerOptions } from '../lib/ledger/redis-ledger.ts';
import { pepperFingerprint } from '../lib/submission/key.ts';

const DAY_MS = 86_400_000;

/** The ledger of a stage. */
export function ledgerOptions(stage: LedgerStage): LedgerOptions {
  return {
    url: stage.redisUrl,
    connectTimeoutMs: DEFAULTS.redisConnectTimeoutMs,
    commandTimeoutMs: DEFAULTS.redisCommandTimeoutMs,
    meta: { epoch: stage.ledgerEpoch, pepperFingerprint: pepperFingerprint(stage.pepper) },
    retentionMs: stage.ledgerRetentionDays * DAY_MS,
    waitReplicas: stage.waitReplicas,
    waitTimeoutMs: DEFAULTS.waitTimeoutMs,
    brake: stage.brake,
  };
}
