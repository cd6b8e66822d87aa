import { DEFAULTS } from '../lib/config/defaults.ts';
import type { StageParameters } from '../lib/config/stage.ts';
import { Connection } from '../lib/ledger/connection.ts';
import { initMeta } from '../lib/ledger/meta.ts';
import { pepperFingerprint } from '../lib/submission/key.ts';

/** Says that a Redis is the ledger. Only for one that was started empty a moment ago, together with an empty queue. */
export async function declareLedger(url: string, { ledgerEpoch, pepper }: StageParameters): Promise<void> {
  const connection = new Connection({
    url,
    connectTimeoutMs: DEFAULTS.redisConnectTimeoutMs,
    commandTimeoutMs: DEFAULTS.redisCommandTimeoutMs,
  });
  try {
    await initMeta(connection, { epoch: ledgerEpoch, pepperFingerprint: pepperFingerprint(pepper) });
  } finally {
    connection.close();
  }
}
