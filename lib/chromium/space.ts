import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { type ExtractOptions, isExtracted, sweepPartials } from './extract.ts';
import { sweepLeftovers } from './leftovers.ts';
import { extractedBytes, workingBytes } from './limits.ts';

/**
 * Whether the temporary folder has room for one more submission, and for Chromium itself where it is not extracted yet. What
 * the dead left there is swept first if that is what it takes. Costs a fraction of a millisecond while there is plenty.
 * @returns what is lacking, in plain words; `undefined` when nothing is
 */
export async function lackOfSpace(options: ExtractOptions = {}): Promise<string | undefined> {
  const { to = tmpdir() } = options;
  if ((await freeBytes(to)) >= workingBytes + extractedBytes) return undefined;
  const neededBytes = workingBytes + ((await isExtracted(options)) ? 0 : extractedBytes);
  if ((await freeBytes(to)) >= neededBytes) return undefined;
  // They would go with the next extraction and launch, which do not come while this says no.
  await Promise.all([sweepPartials(to), sweepLeftovers(to)]);
  const leftBytes = await freeBytes(to);
  if (leftBytes >= neededBytes) return undefined;
  return `${to} has ${megabytes(leftBytes)} MB of free space, a browser needs ${megabytes(neededBytes)} MB there`;
}

/** Endless where nobody can tell: then the launch will. */
async function freeBytes(folder: string): Promise<number> {
  const about = await statfs(folder).catch(() => undefined);
  return about === undefined ? Number.POSITIVE_INFINITY : about.bavail * about.bsize;
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6);
