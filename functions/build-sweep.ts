import type { Context } from 'aws-lambda';
import { DEFAULTS } from '../lib/config/defaults.ts';
import type { LedgerStage } from '../lib/config/stage.ts';
import type { Registry } from '../lib/form/registry.ts';
import { Connection } from '../lib/ledger/connection.ts';
import { toSweep } from '../lib/ledger/records.ts';
import { RedisLedger } from '../lib/ledger/redis-ledger.ts';
import type { Telemetry } from '../lib/submission/ports.ts';
import { sweep } from '../lib/submission/sweep.ts';
import { ledgerOptions } from './ledger-options.ts';
import { outcomesOf } from './outcomes.ts';

export interface SweepParts {
  readonly stage: LedgerStage;
  readonly registry: Registry;
  readonly telemetry: Telemetry;
}

/** One look through the ledger. */
export type Sweep = (context: Pick<Context, 'getRemainingTimeInMillis'>) => Promise<void>;

/** Puts the sweep's parts together: ledger -> orphans -> raised, and -> ends that nobody was told of -> told. */
export function buildSweep({ stage, registry, telemetry }: SweepParts): Sweep {
  return async (context) => {
    const options = ledgerOptions(stage);
    // Anew each time: between two sweeps Lambda freezes, and sockets die.
    const connection = new Connection(options);
    const ledger = new RedisLedger(options);
    const outcomes = outcomesOf(stage, telemetry);
    const remainingMs = () => context.getRemainingTimeInMillis();
    try {
      const found = await toSweep(connection, outcomes.tells ? DEFAULTS.sweepTellAfterMs : undefined);
      const raised = await sweep(found.orphans, {
        ledger,
        outcomes,
        telemetry,
        invocation: { remainingMs },
        leaseTtlMs: DEFAULTS.leaseTtlMs,
        slackMs: DEFAULTS.sweepSlackMs,
        flightGraceMs: (form) => registry.get(form)?.flightGraceMs ?? stage.flightGraceMs,
        canVerify: (form) => registry.get(form)?.verify !== undefined,
      });
      const withinMs = () => remainingMs() - DEFAULTS.sweepClosingMs;
      const told = (await outcomes.tellAll(found.due, withinMs)) + (await outcomes.tellKept(withinMs));
      telemetry.info('swept', { orphans: found.orphans.length, raised, due: found.due.length, told });
    } finally {
      connection.close();
      ledger.close();
      outcomes.close();
    }
  };
}
