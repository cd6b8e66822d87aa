import type { Orphan } from '../submission/sweep.ts';
import { type Connection, script } from './connection.ts';
import { formKey, leaseKey, recordKey } from './redis-ledger.ts';
import inPhaseText from './scripts/in-phase.lua';

const IN_PHASE = script(inPhaseText);

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
  // A set: a scan may hand out a key twice.
  const found = new Set<string>();
  let cursor = '0';
  do {
    const [next, keys] = await connection.command((redis) =>
      redis.scan(cursor, 'MATCH', recordKey('*'), 'COUNT', 500),
    );
    const { value } = await connection.run(IN_PHASE, keys, [phase]);
    for (const key of value as string[]) found.add(key.slice(before.length, -after.length));
    cursor = next;
  } while (cursor !== '0');
  return [...found];
}

/** The armed records that nobody holds. @throws LedgerError */
export async function orphans(connection: Connection): Promise<Orphan[]> {
  const [seconds = 0, microseconds = 0] = (await connection.command((redis) => redis.time())).map(Number);
  const nowMs = seconds * 1_000 + Math.floor(microseconds / 1_000);
  const found: Orphan[] = [];
  for (const key of await keysInPhase(connection, 'armed')) {
    const held = await connection.command((redis) => redis.exists(leaseKey(key)));
    const record = await readRecord(connection, key);
    if (held === 0 && record?.phase === 'armed') found.push(orphanOf(key, record, nowMs));
  }
  return found;
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

/** Lets a form go on, with a new count of unknown outcomes and misfits. @returns why it was paused, `null` where it was not */
export async function resumeForm(connection: Connection, form: string): Promise<string | null> {
  const why = await connection.command((redis) => redis.hget(formKey(form), 'paused'));
  await connection.command((redis) => redis.hdel(formKey(form), 'paused', 'unknownsInARow', 'misfits'));
  return why;
}
