import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflatePackage, isInflated, layout } from './inflate.ts';
import { checkLibraries } from './libraries.ts';
import { messageOf } from './message-of.ts';
import { type ChromiumPackage, findPackage } from './package.ts';
import { makeWhole, sweepPartialsOf } from './whole-folder.ts';

export interface ExtractOptions {
  /** The `chromium` folder of a layer, or the `bin` folder of the package; by default the layer that Lambda mounts, else the installed package. */
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
 * Inflates the packaged Chromium, once per boot, user and version (216 MB; 0.5 s from a layer, 2 s from the package); later
 * calls find it there.
 *
 * Safe to call from several threads and processes at once, and to be killed in: each inflates into a folder of its own,
 * the first to finish renames it into place, the others use that one and remove theirs.
 * @throws Error in plain words: no package, a damaged layer, wrong system, a library missing, no space
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
  return source === undefined || isInflated(folderOf(source, to), source);
}

async function extract(from: string | undefined, to: string): Promise<Extracted> {
  checkSystem();
  const source = await findPackage(from);
  await sweepPartials(to);
  const folder = folderOf(source, to);
  if (!(await isInflated(folder, source))) await inflateInto(folder, source);
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
  const isGood = (one: string) => isInflated(one, source);
  await makeWhole(folder, isGood, (partial) => inflatePackage(source, partial)).catch((cause) => {
    const reason = messageOf(cause);
    throw new Error(`Chromium could not be extracted to ${folder} (it needs 220 MB there): ${reason}`, {
      cause,
    });
  });
}

/**
 * What the paths of this user's folders begin with. Another user can neither use nor remove ours in a shared temporary
 * folder, so everyone has their own.
 */
const ownFolders = (to: string) => join(to, `sekali-chromium-${process.getuid?.()}-`);

const folderOf = ({ build }: ChromiumPackage, to: string) => `${ownFolders(to)}${build}`;

/** Removes what killed extractions left in `to`. */
export function sweepPartials(to: string): Promise<void> {
  return sweepPartialsOf(ownFolders(to));
}
