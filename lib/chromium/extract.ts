import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflatePackage, isInflated, layout } from './inflate.ts';
import { checkLibraries } from './libraries.ts';
import { partialAgeMs } from './limits.ts';
import { messageOf } from './message-of.ts';
import { type ChromiumPackage, findPackage } from './package.ts';
import { identityOf } from './processes.ts';

export interface ExtractOptions {
  /** The `bin` folder of the package; by default that of the installed one. */
  readonly from?: string;
  /** The folder that receives ours; by default the system's temporary folder. */
  readonly to?: string;
}

/** A Chromium that is ready to run. */
export interface Extracted {
  readonly executablePath: string;
  /** What the executable needs in its environment, beside a HOME that it may write to. */
  readonly env: Readonly<Record<string, string>>;
}

/** Extractions in progress in this thread, by where they come from and go to. */
const inProgress = new Map<string, Promise<Extracted>>();

/**
 * Inflates the packaged Chromium, once per machine, user and version (2 s, 216 MB); later calls find it there.
 *
 * Safe to call from several threads and processes at once, and to be killed in: each inflates into a folder of its own,
 * the first to finish renames it into place, the others use that one and remove theirs.
 * @throws Error in plain words: no package, wrong system, a library missing, no space
 */
export function extractChromium({ from, to = tmpdir() }: ExtractOptions = {}): Promise<Extracted> {
  const key = JSON.stringify([from, to]);
  const known = inProgress.get(key);
  if (known) return known;
  const extraction = extract(from, to).finally(() => inProgress.delete(key));
  inProgress.set(key, extraction);
  return extraction;
}

/** Whether an extraction would find its work done. True also where there is no package: that is not for it to tell. */
export async function isExtracted({ from, to = tmpdir() }: ExtractOptions = {}): Promise<boolean> {
  const source = await findPackage(from).catch(() => undefined);
  return source === undefined || isInflated(folderOf(source, to));
}

async function extract(from: string | undefined, to: string): Promise<Extracted> {
  checkSystem();
  const source = await findPackage(from);
  await sweepPartials(to);
  const folder = folderOf(source, to);
  if (!(await isInflated(folder))) await inflateInto(folder, source);
  const libraries = join(folder, layout.libraries);
  // Ours first and on every system: NSS is a set of libraries that must be of one version, and what runs here is then
  // what runs in Lambda. After them the host's own path (a Lambda layer's libraries are only found through it).
  const libraryPath = [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  await checkLibraries([join(folder, layout.chromium), join(libraries, 'libsoftokn3.so')], libraryPath);
  return {
    executablePath: join(folder, layout.start),
    env: { LD_LIBRARY_PATH: libraryPath, FONTCONFIG_PATH: join(folder, layout.fonts) },
  };
}

/** @throws Error where the packaged binary cannot run */
export function checkSystem(platform: string = process.platform, arch: string = process.arch): void {
  if (platform === 'linux' && arch === 'x64') return;
  throw new Error(
    `The packaged Chromium runs on Linux x64 only, and this is ${platform} ${arch}. ` +
      'Use a Linux x64 machine or container, and x86_64 in Lambda.',
  );
}

async function inflateInto(folder: string, source: ChromiumPackage): Promise<void> {
  const partial = await ownName(folder);
  try {
    await mkdir(partial, { recursive: true, mode: 0o700 });
    await inflatePackage(source.binFolder, partial);
    await publish(partial, folder);
  } catch (cause) {
    const reason = messageOf(cause);
    throw new Error(`Chromium could not be extracted to ${folder} (it needs 220 MB there): ${reason}`, {
      cause,
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** Renames `partial` to `folder`, unless another process was quicker and its folder is good. */
async function publish(partial: string, folder: string): Promise<void> {
  for (;;) {
    try {
      return await rename(partial, folder);
    } catch (error) {
      if (!isOccupied(error)) throw error;
    }
    if (await isInflated(folder)) return;
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

/**
 * What the names of this user's folders begin with. Another user can neither use nor remove ours in a shared temporary
 * folder, so everyone has their own.
 */
const ownFolders = () => `sekali-chromium-${process.getuid?.()}-`;

const folderOf = ({ version }: ChromiumPackage, to: string) => join(to, `${ownFolders()}${version}`);

/** A name beside `folder` that no other thread or process uses and that says whose it is. */
async function ownName(folder: string): Promise<string> {
  return `${folder}${partialMark}${await identityOf(process.pid)}-${randomUUID().slice(0, 8)}`;
}

/** Removes what killed extractions left: their process is gone, or nothing can take that long. */
export async function sweepPartials(to: string): Promise<void> {
  const names = await readdir(to).catch(() => []);
  for (const name of names.filter((name) => name.startsWith(ownFolders()) && name.includes(partialMark))) {
    const folder = join(to, name);
    const owner = /\.partial-((\d+)-\d+)-/.exec(name);
    const alive = owner?.[1] !== undefined && (await identityOf(Number(owner[2]))) === owner[1];
    const ageMs = Date.now() - ((await lstat(folder).catch(() => undefined))?.mtimeMs ?? 0);
    if (!alive || ageMs > partialAgeMs) await rm(folder, { recursive: true, force: true });
  }
}
