import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';
import { allEnded } from './all-ended.ts';
import type { Targets } from './inflate.ts';

/**
 * Inflates the archives of the npm package. Ends only when nothing is written any more, also when it fails.
 * @throws Error when an archive cannot be read or inflated, or there is no space
 */
export async function unpackPackage(binFolder: string, targets: Targets): Promise<void> {
  const { chromium, ...tars } = targets;
  const archive = (name: string) => join(binFolder, `${name}.br`);
  await allEnded([
    // A stream cut short makes brotli fail, so that a file which was written without an error is whole.
    pipeline(read(archive('chromium')), brotli(), createWriteStream(chromium, { mode: 0o700 })),
    ...Object.entries(tars).map(([name, to]) => pipeline(read(archive(name)), brotli(), extract(to))),
  ]);
}

// Large chunks: 209 MB in the default 16 kB ones would be 13,000 round trips to the thread pool.
const read = (archive: string) => createReadStream(archive, { highWaterMark: 4 * 1024 * 1024 });
const brotli = () => createBrotliDecompress({ chunkSize: 2 * 1024 * 1024 });
