import { lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { layerFonts } from './layer.ts';
import type { ChromiumPackage } from './package.ts';
import { unpackLayer } from './unpack-layer.ts';
import { unpackPackage } from './unpack-package.ts';

/** Chromium is started by a script: on Lambda each crash would else leave a core dump of 300 MB in /tmp. */
const start = 'start';
const startScript = `#!/bin/sh
ulimit -c 0
exec "\${0%/*}/chromium" "$@"
`;

const fontsFile = join('fonts', 'fonts.conf');

/**
 * Names every other file with its size in bytes. It is written last: a folder that has it was complete once. It names the
 * boot, too: nothing is forced to the disk, which would cost a cold start a quarter of a second, so that what was written
 * before the machine went down may be missing, at full size.
 */
const manifest = 'manifest.json';

/** Where things are in an inflated folder. */
export const layout = {
  start,
  chromium: 'chromium',
  fonts: 'fonts',
  libraries: join('al2023', 'lib'),
} as const;

/** Where each archive goes: the binary to a file, each tar into a folder. */
export type Targets = Readonly<Record<'chromium' | 'swiftshader.tar' | 'fonts.tar' | 'al2023.tar', string>>;

const targetsIn = (folder: string): Targets => ({
  chromium: join(folder, layout.chromium),
  // Its libraries must lie beside the binary even with graphics off, or no page opens.
  'swiftshader.tar': folder,
  'fonts.tar': join(folder, layout.fonts),
  'al2023.tar': join(folder, 'al2023'),
});

/**
 * Inflates the archives into `folder`, which must exist, and writes the manifest. Ends only when nothing is written any
 * more, also when it fails: the caller then removes the folder.
 */
export async function inflatePackage(source: ChromiumPackage, folder: string): Promise<void> {
  const { binFolder, layer } = source;
  const targets = targetsIn(folder);
  await (layer ? unpackLayer(binFolder, layer, targets) : unpackPackage(binFolder, targets));
  await writeFile(join(folder, start), startScript, { mode: 0o700 });
  await writeFile(join(folder, fontsFile), fontsConfiguration(source));
  await writeFile(
    join(folder, manifest),
    JSON.stringify({ boot: await boot(), sizes: await sizesIn(folder) }),
  );
}

/**
 * True if `folder` is ours, made of `source` since the machine was started, and every file in its manifest is there in its
 * full size. False for anything else, be it absent, partial or foreign.
 */
export async function isInflated(folder: string, source: ChromiumPackage): Promise<boolean> {
  try {
    const about = await lstat(folder);
    // In a shared /tmp anybody may have put a folder of this name here; we are about to execute what is in it.
    if (!about.isDirectory() || about.uid !== process.getuid?.()) return false;
    const text = (file: string) => readFile(join(folder, file), 'utf8');
    // Another version of the project made it.
    if ((await text(start)) !== startScript) return false;
    if ((await text(fontsFile)) !== fontsConfiguration(source)) return false;
    const { boot: madeIn, sizes } = JSON.parse(await text(manifest)) as { boot: unknown; sizes: object };
    if (madeIn !== (await boot()) || !(layout.chromium in sizes)) return false;
    const good = await Promise.all(
      Object.entries(sizes).map(async ([file, size]) => (await lstat(join(folder, file))).size === size),
    );
    return good.every(Boolean);
  } catch {
    return false;
  }
}

/**
 * The package's own file names /tmp/fonts, where ours are not: pages would be drawn without any text. The folders of
 * Lambda are where a function or a layer brings more fonts; those of this machine stay out, so that evidence looks the
 * same everywhere.
 */
function fontsConfiguration({ binFolder, layer }: ChromiumPackage): string {
  const folders = new Set(['/var/task/fonts', '/opt/fonts', ...(layer ? [join(binFolder, layerFonts)] : [])]);
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
${[...folders].map((folder) => `  <dir>${escaped(folder)}</dir>\n`).join('')}  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
}

/** Another one each time that the machine is started; null where nobody can tell. */
const boot = () => readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null);

async function sizesIn(folder: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const file = join(entry.parentPath, entry.name);
    sizes[relative(folder, file)] = (await lstat(file)).size;
  }
  return sizes;
}
