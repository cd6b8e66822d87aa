import type { Orphan } from '../submission/sweep.ts';
import { type Connection, script } from './connection.ts';
import { formKey, leaseKey, recordKey } from './redis-ledger.ts';
import toSweepText from './scripts/to-sweep.lua';

const TO_SWEEP = script(toSweepText);

/** The fields of a record, as `docs/design.md` lists them. */
export type LedgerRecord = Readonly<Record<string, string>>;

/** @returns the record of a key, `undefined` where there is none. @throws LedgerError */
export async function readRecord(connection: Connection, key: string): Promise<LedgerRecord | undefined> {
  const record = await connection.command((redis) => redis.hgetall(recordKey(key)));
  return Object.keys(record).length === 0 ? undefined : record;
}

/** What the sweep has to look at. */
export interface ToSweep {
  /** The armed records that nobody holds. */
  readonly orphans: readonly Orphan[];
  /** The keys of the records with an end that nobody was told of. */
  readonly due: readonly string[];
}

/**
 * Looks through the whole ledger once, a part at a time.
 * @param dueForMs how long an end must have been due by now; absent: none is looked for
 * @throws LedgerError
 */
export async function toSweep(connection: Connection, dueForMs?: number): Promise<ToSweep> {
  const [seconds = 0, microseconds = 0] = (await connection.command((redis) => redis.time())).map(Number);
  const nowMs = seconds * 1_000 + Math.floor(microseconds / 1_000);
  const [before, after] = recordKey('*').split('*') as [string, string];
  const keyOf = (record: string) => record.slice(before.length, -after.length);
  // Sets: a scan may hand out a key twice.
  const [armed, due] = [new Set<string>(), new Set<string>()];
  let cursor = '0';
  do {
    const [next, records] = await connection.command((redis) =>
      redis.scan(cursor, 'MATCH', recordKey('*'), 'COUNT', 500),
    );
    const { value } = await connection.run(TO_SWEEP, records, [dueForMs ?? -1]);
    const [armedNow, dueNow] = value as [string[], string[]];
    for (const record of armedNow) armed.add(keyOf(record));
    for (const record of dueNow) due.add(keyOf(record));
    cursor = next;
  } while (cursor !== '0');
  const orphans: Orphan[] = [];
  for (const key of armed) {
    const held = await connection.command((redis) => redis.exists(leaseKey(key)));
    const record = await readRecord(connection, key);
    if (held === 0 && record?.phase === 'armed') orphans.push(orphanOf(key, record, nowMs));
  }
  return { orphans, due: [...due] };
}

function orphanOf(key: string, record: LedgerRecord, nowMs: number): Orphan {
  const { form = '', label = '', messageId = '', dataHash = '', armedBy = '' } = record;
  const time = (field: string) => Number(record[field] ?? 0);
  return {
    key,
    form,
    label,
    messageId,
    dataHash,
    armedBy,
    createdAtMs: time('createdAt'),
    senderDeadMs: nowMs - time('deadline'),
    unmetMs: nowMs - Math.max(time('armedAt'), time('metAt')),
  };
}

/** From now on the form neither claims nor arms. @throws LedgerError */
export async function pauseForm(connection: Connection, form: string, why: string): Promise<void> {
  await connection.command((redis) => redis.hset(formKey(form), 'paused', why));
}

/** Which of these forms are paused, and why. @throws LedgerError */
export async function pausedForms(
  connection: Connection,
  forms: Iterable<string>,
): Promise<{ readonly form: string; readonly why: string }[]> {
  const told = [...forms].map(async (form) => {
    const why = await connection.command((redis) => redis.hget(formKey(form), 'paused'));
    return why === null ? [] : [{ form, why }];
  });
  return (await Promise.all(told)).flat();
}

/** Lets a form go on, with a new count of unknown outcomes and misfits. @returns why it was paused, `null` where it was not */
export async function resumeForm(connection: Connection, form: string): Promise<string | null> {
  const why = await connection.command((redis) => redis.hget(formKey(form), 'paused'));
  await connection.command((redis) => redis.hdel(formKey(form), 'paused', 'unknownsInARow', 'misfits'));
  return why;
}
