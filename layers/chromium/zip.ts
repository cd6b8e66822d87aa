import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/**
 * Zips files of `folder`: the same files make the same bytes, whenever, wherever and by whomever it is done.
 * @param names relative to `folder`, in the order that they shall have
 */
export async function zipFiles(folder: string, names: readonly string[], zip: string): Promise<void> {
  // Any moment would do. The format has no time zones: a local time is written as the same bytes everywhere.
  const mtime = new Date(2000, 0, 1);
  const file = new ZipFile();
  const output = file.outputStream as Readable;
  // A file that cannot be read; the stream itself would only wait for it.
  file.on('error', (error) => output.destroy(error));
  for (const name of names) {
    const options = { mtime, mode: 0o100644, forceDosTimestamp: true, compress: !name.endsWith('.zst') };
    file.addFile(join(folder, name), name, options);
  }
  file.end();
  await pipeline(output, createWriteStream(zip));
}
