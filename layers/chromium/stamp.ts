import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ChromiumPackage } from '../../lib/chromium/package.ts';
import { fontPackages } from './fonts.ts';

/** Written last, it says what a layer was built from and how large each of its files is. */
const stampFile = 'stamp.json';

/** All that the layer's content depends on, as a text to compare. */
export async function inputsOf({ version }: ChromiumPackage): Promise<string> {
  const here = import.meta.dirname;
  const sources = [
    ...(await filesIn(here)).map((name) => join(here, name)),
    join(here, '../../lib/chromium/layer.ts'),
  ];
  const hash = createHash('sha256');
  for (const source of sources) hash.update(await readFile(source)).update('\0');
  const { zstd, zlib } = process.versions;
  return JSON.stringify({ version, fonts: fontPackages(), sources: hash.digest('hex'), zstd, zlib });
}

export async function writeStamp(folder: string, inputs: string): Promise<void> {
  await writeFile(join(folder, stampFile), JSON.stringify({ inputs, sizes: await sizesIn(folder) }));
}

/** Whether a layer was built from `inputs` and every file of it is there in its full size. Reads no archive. */
export async function isFresh(folder: string, inputs: string): Promise<boolean> {
  try {
    const stamp = JSON.parse(await readFile(join(folder, stampFile), 'utf8')) as {
      inputs: string;
      sizes: Record<string, number>;
    };
    const { [stampFile]: _, ...sizes } = await sizesIn(folder);
    return stamp.inputs === inputs && JSON.stringify(sizes) === JSON.stringify(stamp.sizes);
  } catch {
    return false;
  }
}

/** Files below `folder`, by their relative names, in the order of these. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** Their sizes, in bytes. */
export async function sizesIn(folder: string): Promise<Record<string, number>> {
  const names = await filesIn(folder);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, (await lstat(join(folder, name))).size] as const)),
  );
}
