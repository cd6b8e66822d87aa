/** How far a file has come, so that an interrupted `send` goes on where it stopped. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

export const SENT = join(import.meta.dirname, '../../.sekali/sent');

const STATE = z.strictObject({
  /** Of all its messages, so that one that is sent again is equal to the byte. */
  createdAt: z.iso.datetime(),
  /** All messages before this one are known to have been accepted by the queue, but for `refused`. Counted from 0. */
  next: z.int().min(0),
  /** Of the file. */
  lines: z.int().min(1),
  refused: z.array(z.int().min(0)),
});

export type State = z.output<typeof STATE>;

export interface Journal {
  readonly file: string;
  /** What is known; of the time before this process, at first. */
  readonly state: State;
  /** Whole or not at all, whenever the process is killed. */
  save(state: Pick<State, 'next' | 'refused'>): Promise<void>;
}

export interface JournalOptions {
  /** What makes it another sending: content, queue, form. */
  readonly identity: readonly (string | Uint8Array)[];
  readonly lines: number;
  readonly folder?: string;
}

export function isFinished({ next, lines, refused }: State): boolean {
  return next === lines && refused.length === 0;
}

/** Opens the journal of a content, or begins one. */
export async function openJournal({ identity, lines, folder = SENT }: JournalOptions): Promise<Journal> {
  const hash = createHash('sha256');
  for (const part of identity) hash.update(part).update('\n');
  const file = join(folder, `${hash.digest('hex').slice(0, 32)}.json`);
  const found = lines > 1 ? await readState(file) : undefined;
  const state: State = found ?? { createdAt: new Date().toISOString(), next: 0, lines, refused: [] };
  const journal = {
    file,
    state,
    async save(now: Pick<State, 'next' | 'refused'>) {
      journal.state = { ...state, ...now };
      // Whoever sends one message again means to send it again.
      if (lines === 1) return;
      await mkdir(dirname(file), { recursive: true });
      const draft = `${file}.${process.pid}`;
      await writeFile(draft, JSON.stringify(journal.state));
      await rename(draft, file);
    },
  };
  // Before the first message: what is sent from now on has this date.
  if (found === undefined) await journal.save(state);
  return journal;
}

/** One that cannot be read is none: all is sent again, and counts once. */
export async function readState(file: string): Promise<State | undefined> {
  try {
    return STATE.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}
