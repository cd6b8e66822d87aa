import { type Connection, script } from './connection.ts';
import { recordKey } from './redis-ledger.ts';
import noteText from './scripts/note.lua';

const NOTE = script(noteText);

/** What a person did with a parked message of the submission. */
export interface Note {
  readonly who: string;
  readonly did: 'retried' | 'kept' | 'discarded';
  readonly why: string;
}

/** Writes it into the record's history. @returns whether there is a record. @throws LedgerError */
export async function note(connection: Connection, key: string, { who, did, why }: Note): Promise<boolean> {
  const { value } = await connection.run(NOTE, [recordKey(key)], [who, did, why]);
  return value === 1;
}
