import type { Context } from 'aws-lambda';
import { DEFAULTS } from '../lib/config/defaults.ts';
import type { LedgerStage } from '../lib/config/stage.ts';
import type { Registry } from '../lib/form/registry.ts';
import { Connection } from '../lib/ledger/connection.ts';
import { orphans } from '../lib/ledger/records.ts';
import { RedisLedger } from '../lib/ledger/redis-ledger.ts';
import type { Telemetry } from '../lib/submission/ports.ts';
import { sweep } from '../lib/submission/sweep.ts';
import { ledgerOptions } from './ledger-options.ts';

export interface SweepParts {
  readonly stage: LedgerStage;
  readonly registry: Registry;
  readonly telemetry: Telemetry;
}

/** One look through the ledger. */
export type Sweep = (context: Pick<Context, 'getRemainingTimeInMillis'>) => Promise<void>;

/** Puts the sweep's parts together: ledger -> orphans -> raised. */
export function buildSweep({ stage, registry, telemetry }: SweepParts): Sweep {
  return async (context) => {
    const options = ledgerOptions(stage);
    // Anew each time: between two sweeps Lambda freezes, and sockets die.
    const connection = new Connection(options);
    const ledger = new RedisLedger(options);
    try {
      const found = await orphans(connection);
      const raised = await sweep(found, {
        ledger,
        telemetry,
        invocation: { remainingMs: () => context.getRemainingTimeInMillis() },
        leaseTtlMs: DEFAULTS.leaseTtlMs,
        slackMs: DEFAULTS.sweepSlackMs,
        flightGraceMs: (form) => registry.get(form)?.flightGraceMs ?? stage.flightGraceMs,
        canVerify: (form) => registry.get(form)?.verify !== undefined,
      });
      telemetry.info('swept', { orphans: found.length, raised });
    } finally {
      connection.close();
      ledger.close();
    }
  };
}
