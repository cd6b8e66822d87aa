import { type Connection, script } from './connection.ts';
import { type LedgerRecord, readRecord } from './records.ts';
import { leaseKey, recordKey } from './redis-ledger.ts';
import inPhaseText from './scripts/in-phase.lua';

const IN_PHASE = script(inPhaseText);

/** Keys that one step looks at; Redis takes it as a hint. */
const STEP = 200;
/** Steps for one page: a phase may be rare in a large ledger, and nobody waits for a minute. */
const MAX_STEPS = 25;
/** Found so many: enough for a page. */
const ENOUGH = 50;

/** A record as it stands now. */
export interface Standing {
  readonly key: string;
  readonly record: LedgerRecord;
  /** Of the lease; absent where nobody has it. Milliseconds. */
  readonly leaseLeftMs?: number;
}

export interface RecordPage {
  readonly found: readonly Standing[];
  /** Where to go on; absent at the end. */
  readonly next?: string;
}

/** @returns the record of a key and its lease, `undefined` where there is none. @throws LedgerError */
export async function standingOf(connection: Connection, key: string): Promise<Standing | undefined> {
  const [record, leaseLeftMs] = await Promise.all([
    readRecord(connection, key),
    connection.command((redis) => redis.pttl(leaseKey(key))),
  ]);
  return record && { key, record, ...(leaseLeftMs > 0 && { leaseLeftMs }) };
}

/**
 * One page of the records, of a phase or of all: whatever was there from the first page to the last is on one of them, perhaps on
 * two. One that came or changed its phase meanwhile may be missing. Pages are of uneven size, and may be empty before the end.
 * @param cursor `0`, or what the page before told. @throws LedgerError
 */
export async function recordPage(
  connection: Connection,
  phase: string | undefined,
  cursor: string,
): Promise<RecordPage> {
  const [before, after] = recordKey('*').split('*') as [string, string];
  const keys = new Set<string>();
  let at = cursor;
  for (let steps = 0; steps < MAX_STEPS && keys.size < ENOUGH; steps++) {
    const [next, scanned] = await connection.command((redis) =>
      redis.scan(at, 'MATCH', recordKey('*'), 'COUNT', STEP),
    );
    const wanted =
      phase === undefined ? scanned : ((await connection.run(IN_PHASE, scanned, [phase])).value as string[]);
    for (const key of wanted) keys.add(key.slice(before.length, -after.length));
    at = next;
    if (at === '0') break;
  }
  const standing = await Promise.all([...keys].map((key) => standingOf(connection, key)));
  // Between the look and now it may have gone, or gone on.
  const found = standing.filter(
    (one): one is Standing => one !== undefined && (phase === undefined || one.record.phase === phase),
  );
  return { found, ...(at !== '0' && { next: at }) };
}
