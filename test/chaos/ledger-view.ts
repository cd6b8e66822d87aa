/** The ledger as an outsider reads it, and the operator's way to resolve what is unknown in it. */
import { resolve } from '../../functions/operate/commands.ts';
import { Connection } from '../../lib/ledger/connection.ts';
import { type LedgerRecord, readRecord } from '../../lib/ledger/records.ts';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import { keyOf } from '../../lib/submission/key.ts';
import { ledgerOptions } from '../support/ledger.ts';
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

/** As `npm run sekali -- resolve` does. @throws Error when it is refused */
export async function resolveAs(
  url: string,
  planned: Planned,
  verdict: 'landed' | 'absent',
  flightGraceMs: number,
): Promise<void> {
  const connection = new Connection(ledgerOptions(url));
  const ledger = new RedisLedger(ledgerOptions(url));
  try {
    const { done, text } = await resolve(connection, ledger, keyOfPlanned(planned), {
      verdict,
      lookedAtMs: Date.now(),
      who: 'operator',
      why: `looked at the target: ${verdict}`,
      flightGraceMs,
    });
    if (!done) throw new Error(text);
  } finally {
    connection.close();
    ledger.close();
  }
}
