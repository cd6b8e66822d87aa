import Table from 'cli-table3';
import type { Connection } from '../../lib/ledger/connection.ts';
import { keysInPhase, pauseForm, readRecord, resumeForm } from '../../lib/ledger/records.ts';
import type { Ledger } from '../../lib/submission/ports.ts';

/** What a command has to say to a person, and whether it did what was asked. */
export interface Said {
  readonly done: boolean;
  readonly text: string;
}

const said = (text: string): Said => ({ done: true, text });
const refused = (text: string): Said => ({ done: false, text });

/** Times in records, epoch milliseconds. */
const TIMES = new Set([
  'createdAt',
  'claimedAt',
  'armedAt',
  'deadline',
  'settledAt',
  'metAt',
  'holderDeadline',
  'eventDue',
]);

/** On one line, without what would drive a terminal: labels and answers come from strangers. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/** Where one submission stands. @throws LedgerError */
export async function status(connection: Connection, key: string): Promise<Said> {
  const record = await readRecord(connection, key);
  if (record === undefined) return refused(`There is no record of ${key}.`);
  const table = new Table({ style: { head: [], border: [], compact: true } });
  for (const [field, value] of Object.entries(record)) {
    table.push([field, TIMES.has(field) ? new Date(Number(value)).toISOString() : plain(value)]);
  }
  return said(table.toString());
}

/** The submissions in a phase, one line each. @throws LedgerError */
export async function list(connection: Connection, phase: string): Promise<Said> {
  const keys = await keysInPhase(connection, phase);
  const lines = await Promise.all(
    keys.map(async (key) => `${key}  ${plain((await readRecord(connection, key))?.label ?? '')}`),
  );
  return said([...lines.sort(), `${keys.length} ${phase}`].join('\n'));
}

/** @throws LedgerError */
export async function pause(connection: Connection, form: string, why: string): Promise<Said> {
  await pauseForm(connection, form, why);
  return said(`${form} is paused: nothing new is claimed or sent. Messages wait in the queue.`);
}

/** @throws LedgerError */
export async function resume(connection: Connection, form: string): Promise<Said> {
  const why = await resumeForm(connection, form);
  return why === null
    ? refused(`${form} was not paused.`)
    : said(`${form} goes on. It was paused: ${plain(why)}.`);
}

export interface Verdict {
  readonly verdict: 'landed' | 'absent';
  /** When the person began to look at the target, epoch milliseconds; *absent* is believed only if that was late enough. */
  readonly lookedAtMs: number;
  readonly who: string;
  readonly why: string;
  readonly flightGraceMs: number;
}

/** Settles a submission whose outcome nobody knows, by what a person found at the target. @throws LedgerError */
export async function resolve(
  connection: Connection,
  ledger: Pick<Ledger, 'resolve'>,
  key: string,
  { verdict, lookedAtMs, who, why, flightGraceMs }: Verdict,
): Promise<Said> {
  const record = await readRecord(connection, key);
  if (record === undefined) return refused(`There is no record of ${key}.`);
  const answer = await ledger.resolve({
    key,
    token: '',
    armedBy: (record.phase === 'refused' ? record.settledBy : record.armedBy) ?? '',
    verdict,
    lookStartedAtMs: lookedAtMs,
    flightGraceMs,
    outcome: { text: why },
    who,
    why,
  });
  switch (answer) {
    case 'resolved':
      return said(
        verdict === 'landed'
          ? `${key} is submitted.`
          : `${key} is open again: send its message once more, and it will be submitted.`,
      );
    case 'tooEarly': {
      const from = new Date(Number(record.deadline) + flightGraceMs).toISOString();
      return refused(
        `Too early: a request may still be under way. Look at the target after ${from}, then say so.`,
      );
    }
    case 'refused':
      return refused(
        `${key} is ${record.phase}: there is nothing to resolve now, or somebody is at it. Look again.`,
      );
    case 'unconfirmed':
      return refused('Written, but no replica has confirmed it. Run the command again.');
    default:
      return answer satisfies never;
  }
}
