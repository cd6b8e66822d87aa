/** The ledger as an outsider reads it, and the operator's way to resolve what is unknown in it. */
import { Connection } from '../../lib/ledger/connection.ts';
import { type LedgerRecord, readRecord } from '../../lib/ledger/records.ts';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import { keyOf } from '../../lib/submission/key.ts';
import { ledgerOptions, resolveAs as resolve } from '../support/ledger.ts';
import type { Planned } from './plan.ts';

export const keyOfPlanned = ({ form, id }: Pick<Planned, 'form' | 'id'>) => keyOf(form, ['id'], { id });

export async function recordsOf(
  url: string,
  submissions: readonly Pick<Planned, 'form' | 'id'>[],
): Promise<ReadonlyMap<string, LedgerRecord>> {
  const connection = new Connection(ledgerOptions(url));
  try {
    const records = await Promise.all(
      submissions.map(
        async (one) => [one.id, (await readRecord(connection, keyOfPlanned(one))) ?? {}] as const,
      ),
    );
    return new Map(records);
  } finally {
    connection.close();
  }
}

/** As `npx sekali resolve` does. @throws Error when it is refused */
export async function resolveAs(
  url: string,
  planned: Planned,
  verdict: 'landed' | 'absent',
  flightGraceMs: number,
): Promise<void> {
  const connection = new Connection(ledgerOptions(url));
  const ledger = new RedisLedger(ledgerOptions(url));
  try {
    const said = await resolve({ ledger, connection }, keyOfPlanned(planned), verdict, flightGraceMs);
    if (said !== 'resolved') throw new Error(said);
  } finally {
    connection.close();
    ledger.close();
  }
}
