/**
 * Builds the Lambda layer with Chromium and fonts, unless it is there already: `node local/run.mjs layers/chromium/build.ts`.
 * It takes about 15 seconds.
 */
import { chmod, copyFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../lib/chromium/message-of.ts';
import { type ChromiumPackage, findPackage } from '../../lib/chromium/package.ts';
import { makeWhole, sweepPartialsOf } from '../../lib/chromium/whole-folder.ts';
import { packArchives } from './archives.ts';
import { mebibytes, overBudget } from './budget.ts';
import { unpackFonts } from './fonts.ts';
import { filesIn, inputsOf, isFresh, sizesIn, writeStamp } from './stamp.ts';
import { zipFiles } from './zip.ts';

const root = join(import.meta.dirname, '..', '..');
const zipName = 'chromium-layer.zip';

export interface Layer {
  /** What Lambda mounts as /opt. */
  readonly opt: string;
  readonly zip: string;
  readonly zipBytes: number;
  readonly unzippedBytes: number;
}

export interface BuildOptions {
  /** The `bin` folder of @sparticuz/chromium; by default that of the installed one. */
  readonly from?: string;
  /** The folder to make; by default `.sekali/layer` of the project. */
  readonly to?: string;
  readonly say?: (line: string) => void;
}

/**
 * Builds the layer, or finds it built from the same packages by the same code. The folder is whole or not there, whoever
 * builds it at the same time and whoever is killed in it; the same packages make the same zip, to the byte.
 * @throws Error in plain words: a package is missing, or the layer is too large
 */
export async function buildLayer({
  from,
  to = join(root, '.sekali', 'layer'),
  say = console.error,
}: BuildOptions = {}): Promise<Layer> {
  // Never a layer that is mounted here: it is to be made of the package.
  const source = await findPackage(from, '/dev/null');
  const inputs = await inputsOf(source);
  const fresh = (folder: string) => isFresh(folder, inputs);
  await sweepPartialsOf(to);
  if (!(await fresh(to))) {
    say(`building the Chromium layer, ${to}`);
    await makeWhole(to, fresh, (partial) => fill(partial, source, inputs, say));
  }
  const layer = await measured(to);
  say(`Chromium layer: zip ${mebibytes(layer.zipBytes)} MiB, unzipped ${mebibytes(layer.unzippedBytes)} MiB`);
  const findings = overBudget({ layerBytes: layer.unzippedBytes });
  if (findings.length > 0) throw new Error(findings.join('\n'));
  return layer;
}

async function fill(
  folder: string,
  source: ChromiumPackage,
  inputs: string,
  say: (line: string) => void,
): Promise<void> {
  const opt = join(folder, 'opt');
  const [archives, fonts] = [join(opt, 'chromium'), join(opt, 'fonts')];
  await mkdir(archives, { recursive: true });
  await packArchives(source, archives, say);
  await copyFile(join(source.binFolder, '..', 'LICENSE'), join(archives, 'LICENSE'));
  await unpackFonts(fonts, say);
  const names = await filesIn(opt);
  // Lambda runs as another user, whatever this one's umask.
  for (const name of names) await chmod(join(opt, name), 0o644);
  for (const one of [folder, opt, archives, fonts, join(fonts, 'licences')]) await chmod(one, 0o755);
  await zipFiles(opt, names, join(folder, zipName));
  await writeStamp(folder, inputs);
}

async function measured(folder: string): Promise<Layer> {
  const [opt, zip] = [join(folder, 'opt'), join(folder, zipName)];
  const sizes = Object.values(await sizesIn(opt));
  return {
    opt,
    zip,
    zipBytes: (await stat(zip)).size,
    unzippedBytes: sizes.reduce((sum, one) => sum + one, 0),
  };
}

if (import.meta.main) {
  await buildLayer().catch((error) => {
    console.error(messageOf(error));
    process.exitCode = 1;
  });
}
