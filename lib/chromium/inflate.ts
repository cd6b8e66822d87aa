import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';

/** Chromium is started by a script: on Lambda each crash would else leave a core dump of 300 MB in /tmp. */
const start = 'start';
const startScript = `#!/bin/sh
ulimit -c 0
exec "\${0%/*}/chromium" "$@"
`;

const fontsFile = join('fonts', 'fonts.conf');

/** Names every other file with its size in bytes. It is written last: a folder that has it was complete once. */
const manifest = 'manifest.json';

/** Where things are in an inflated folder. */
export const layout = {
  start,
  chromium: 'chromium',
  fonts: 'fonts',
  libraries: join('al2023', 'lib'),
} as const;

/** Inflates the package's archives into `folder`, which must exist, and writes the manifest. */
export async function inflatePackage(binFolder: string, folder: string): Promise<void> {
  const archive = (name: string) => join(binFolder, `${name}.br`);
  const written = await Promise.allSettled([
    inflateFile(archive('chromium'), join(folder, layout.chromium)),
    // Its libraries must lie beside the binary even with graphics off, or no page opens.
    inflateTar(archive('swiftshader.tar'), folder),
    inflateTar(archive('fonts.tar'), join(folder, layout.fonts)),
    inflateTar(archive('al2023.tar'), join(folder, 'al2023')),
    writeFile(join(folder, start), startScript, { mode: 0o700 }),
  ]);
  // Only once all have ended: the caller removes the folder on failure, and nobody may still be writing into it.
  for (const one of written) if (one.status === 'rejected') throw one.reason;
  await writeFile(join(folder, fontsFile), fontsConfiguration);
  await writeFile(join(folder, manifest), JSON.stringify(await sizesIn(folder)), { flush: true });
}

/**
 * True if `folder` is ours and every file in its manifest is there in its full size. False for anything else, be it
 * absent, partial or foreign.
 */
export async function isInflated(folder: string): Promise<boolean> {
  try {
    const about = await lstat(folder);
    // In a shared /tmp anybody may have put a folder of this name here; we are about to execute what is in it.
    if (!about.isDirectory() || about.uid !== process.getuid?.()) return false;
    const text = (file: string) => readFile(join(folder, file), 'utf8');
    // Another version of the project made it.
    if ((await text(start)) !== startScript || (await text(fontsFile)) !== fontsConfiguration) return false;
    const sizes: unknown = JSON.parse(await text(manifest));
    if (typeof sizes !== 'object' || sizes === null || !(layout.chromium in sizes)) return false;
    const good = await Promise.all(
      Object.entries(sizes).map(async ([file, size]) => (await lstat(join(folder, file))).size === size),
    );
    return good.every(Boolean);
  } catch {
    return false;
  }
}

/** A stream cut short makes brotli fail, so that a file which was written without an error is whole. */
async function inflateFile(archive: string, file: string): Promise<void> {
  await pipeline(read(archive), brotli(), createWriteStream(file, { mode: 0o700, flush: true }));
}

async function inflateTar(archive: string, folder: string): Promise<void> {
  await pipeline(read(archive), brotli(), extract(folder));
}

// Large chunks: 209 MB in the default 16 kB ones would be 13,000 round trips to the thread pool.
const read = (archive: string) => createReadStream(archive, { highWaterMark: 4 * 1024 * 1024 });
const brotli = () => createBrotliDecompress({ chunkSize: 2 * 1024 * 1024 });

/**
 * The package's own file names /tmp/fonts, where ours are not: pages would be drawn without any text. The folders of
 * Lambda are where a function or a layer brings more fonts; those of this machine stay out, so that evidence looks the
 * same everywhere.
 */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/var/task/fonts</dir>
  <dir>/opt/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

async function sizesIn(folder: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const file = join(entry.parentPath, entry.name);
    sizes[relative(folder, file)] = (await lstat(file)).size;
  }
  return sizes;
}
