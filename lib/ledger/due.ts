/** Ends that nobody was told of yet. */
import { LedgerError } from '../submission/errors.ts';
import { type Connection, script } from './connection.ts';
import { META_KEY, type Meta, metaText, readMeta } from './meta.ts';
import type { LedgerRecord } from './records.ts';
import { recordKey } from './redis-ledger.ts';
import dueText from './scripts/due.lua';
import keepEventText from './scripts/keep-event.lua';
import toldText from './scripts/told.lua';

const DUE = script(dueText);
const TOLD = script(toldText);
const KEEP_EVENT = script(keepEventText);

/** Events that no record holds, by id. */
const EVENTS_KEY = 'sekali:events:due';

/** @returns the record of a key, `undefined` where nothing of it is due. @throws LedgerError, also in another ledger than ours */
export async function readDue(
  connection: Connection,
  key: string,
  meta: Meta,
): Promise<LedgerRecord | undefined> {
  const { value } = await connection.run(DUE, [recordKey(key), META_KEY], [metaText(meta)]);
  const flat = value as readonly string[];
  if (flat[0] === 'wrongLedger') throw wrongLedger();
  if (flat.length === 0) return undefined;
  return Object.fromEntries(
    Array.from({ length: flat.length / 2 }, (_, nth) => [flat[2 * nth], flat[2 * nth + 1]]),
  );
}

/** The end that `record` shows was told. @returns false where it has come to its next one since. @throws LedgerError */
export async function told(connection: Connection, key: string, record: LedgerRecord): Promise<boolean> {
  const { eventDue = '', event = '' } = record;
  const { value } = await connection.run(TOLD, [recordKey(key)], [eventDue, event]);
  return value === 1;
}

/** Keeps an event that no record holds, for as long as records live. @throws LedgerError */
export async function keepEvent(
  connection: Connection,
  event: { readonly id: string; readonly json: string },
  { meta, retentionMs }: { readonly meta: Meta; readonly retentionMs: number },
): Promise<void> {
  const { value } = await connection.run(
    KEEP_EVENT,
    [EVENTS_KEY, META_KEY],
    [event.id, event.json, retentionMs, metaText(meta)],
  );
  if (value !== 'kept') throw wrongLedger();
}

/** All events that are kept: JSON by id. None in another ledger than ours. @throws LedgerError */
export async function keptEvents(
  connection: Connection,
  meta: Meta,
): Promise<Readonly<Record<string, string>>> {
  if ((await readMeta(connection)) !== metaText(meta)) return {};
  return connection.command((redis) => redis.hgetall(EVENTS_KEY));
}

/** It was told. @throws LedgerError */
export async function dropEvent(connection: Connection, id: string): Promise<void> {
  await connection.command((redis) => redis.hdel(EVENTS_KEY, id));
}

function wrongLedger(): LedgerError {
  return new LedgerError('the ledger was emptied or swapped: run doctor');
}
