import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULTS } from '../../lib/config/defaults.ts';
import { isFinished, readState } from './journal.ts';

const DAY_MS = 86_400_000;

/** Deletes the journals that are of no use any more, and what a killed process left of one. Never throws: nothing depends on it. */
export async function sweepSent(folder: string, nowMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const file of names.map((name) => join(folder, name))) {
    try {
      const state = await readState(file);
      const sentMs = state === undefined ? (await stat(file)).mtimeMs : Date.parse(state.createdAt);
      const isDone = state !== undefined && isFinished(state);
      const keepDays = isDone ? DEFAULTS.keepSentDays : DEFAULTS.keepUnfinishedDays;
      if (nowMs - sentMs > keepDays * DAY_MS) await rm(file);
    } catch {
      // Another process was quicker, or it is not ours to delete.
    }
  }
}
