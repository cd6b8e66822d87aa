import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { partialAgeMs } from './limits.ts';
import { identityOf } from './processes.ts';

type Check = (folder: string) => Promise<boolean>;

/**
 * Makes a folder, whole or not at all, whoever else makes it at the same time and whoever is killed in it: `fill` works in a
 * folder of its own, the first to finish renames that into place, and the others use that one and remove theirs.
 * @param isGood whether what is in place can be used; else it is replaced
 * @throws Error when it cannot be made, or whatever `fill` throws; nothing is left then
 */
export async function makeWhole(
  folder: string,
  isGood: Check,
  fill: (partial: string) => Promise<void>,
): Promise<void> {
  const partial = await ownName(folder);
  try {
    await mkdir(partial, { recursive: true, mode: 0o700 });
    await fill(partial);
    await publish(partial, folder, isGood);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** Renames `partial` to `folder`, unless another process was quicker and its folder is good. */
async function publish(partial: string, folder: string, isGood: Check): Promise<void> {
  for (;;) {
    try {
      return await rename(partial, folder);
    } catch (error) {
      if (!isOccupied(error)) throw error;
    }
    if (await isGood(folder)) return;
    // A leftover. Renaming it away is atomic, so that of several processes which saw it one removes it.
    const aside = await ownName(folder);
    await rename(folder, aside).catch(ignoreMissing);
    await rm(aside, { recursive: true, force: true });
  }
}

const isOccupied = (error: unknown) => ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(error));

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | undefined)?.code);

const partialMark = '.partial-';

/** A name beside `folder` that no other thread or process uses and that says whose it is. */
async function ownName(folder: string): Promise<string> {
  return `${folder}${partialMark}${await identityOf(process.pid)}-${randomUUID().slice(0, 8)}`;
}

/**
 * Removes what killed processes left half made of folders whose path begins with `beginning`: their process is gone, or
 * nothing can take that long.
 */
export async function sweepPartialsOf(beginning: string): Promise<void> {
  const parent = dirname(beginning);
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const folder = join(parent, name);
    if (!folder.startsWith(beginning) || !name.includes(partialMark)) continue;
    const owner = /\.partial-((\d+)-\d+)-/.exec(name);
    const alive = owner?.[1] !== undefined && (await identityOf(Number(owner[2]))) === owner[1];
    const ageMs = Date.now() - ((await lstat(folder).catch(() => undefined))?.mtimeMs ?? 0);
    if (!alive || ageMs > partialAgeMs) await rm(folder, { recursive: true, force: true });
  }
}
