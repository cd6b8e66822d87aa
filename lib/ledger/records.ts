import type { Connection } from './connection.ts';
import { formKey, recordKey } from './redis-ledger.ts';

/** The fields of a record, as `docs/design.md` lists them. */
export type LedgerRecord = Readonly<Record<string, string>>;

/** @returns the record of a key, `undefined` where there is none. @throws LedgerError */
export async function readRecord(connection: Connection, key: string): Promise<LedgerRecord | undefined> {
  const record = await connection.command((redis) => redis.hgetall(recordKey(key)));
  return Object.keys(record).length === 0 ? undefined : record;
}

/** The keys of all records in a phase. Looks through the whole ledger, a part at a time. @throws LedgerError */
export async function keysInPhase(connection: Connection, phase: string): Promise<string[]> {
  const [before, after] = recordKey('*').split('*') as [string, string];
  const found: string[] = [];
  let cursor = '0';
  do {
    const [next, keys] = await connection.command((redis) =>
      redis.scan(cursor, 'MATCH', recordKey('*'), 'COUNT', 500),
    );
    const phases = await Promise.all(
      keys.map((key) => connection.command((redis) => redis.hget(key, 'phase'))),
    );
    found.push(
      ...keys.filter((_, nth) => phases[nth] === phase).map((key) => key.slice(before.length, -after.length)),
    );
    cursor = next;
  } while (cursor !== '0');
  return found;
}

/** From now on the form neither claims nor arms. @throws LedgerError */
export async function pauseForm(connection: Connection, form: string, why: string): Promise<void> {
  await connection.command((redis) => redis.hset(formKey(form), 'paused', why));
}

/** Lets a form go on, with a new count of unknown outcomes. @returns why it was paused, `null` where it was not */
export async function resumeForm(connection: Connection, form: string): Promise<string | null> {
  const why = await connection.command((redis) => redis.hget(formKey(form), 'paused'));
  await connection.command((redis) => redis.hdel(formKey(form), 'paused', 'unknownsInARow'));
  return why;
}
