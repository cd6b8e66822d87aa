/** Reads zip archives. */
import { readFile } from 'node:fs/promises';
import { crc32, inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly unzippedBytes: number;
  /** The Unix permissions, 0 where the archive names none. */
  readonly mode: number;
  /** @throws Error when the content is not what its checksum says */
  content(): Buffer;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

/**
 * The files of an archive of up to 4 GB, folders left out.
 * @throws Error when it is none
 */
export async function zipEntries(file: string): Promise<ZipEntry[]> {
  const zip = await readFile(file);
  const broken = (what: string) => new Error(`${file} is no whole zip archive: ${what}`);
  let end = zip.length - END_BYTES;
  // A comment may follow.
  while (end >= 0 && zip.readUInt32LE(end) !== END_OF_DIRECTORY) end--;
  if (end < 0) throw broken('it has no directory');

  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw broken('its directory breaks off');
    const nameBytes = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    const method = zip.readUInt16LE(at + 10);
    const checksum = zip.readUInt32LE(at + 16);
    const zippedBytes = zip.readUInt32LE(at + 20);
    const unzippedBytes = zip.readUInt32LE(at + 24);
    const header = zip.readUInt32LE(at + 42);
    const content = () => {
      const from =
        header + LOCAL_HEADER_BYTES + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
      const raw = zip.subarray(from, from + zippedBytes);
      if (method !== STORED && method !== DEFLATED) throw broken(`${name} is packed by method ${method}`);
      const plain = method === STORED ? raw : inflateRawSync(raw);
      if (crc32(plain) !== checksum) throw broken(`${name} is damaged`);
      return plain;
    };
    const mode = (zip.readUInt32LE(at + 38) >>> 16) & 0o777;
    if (!name.endsWith('/')) entries.push({ name, unzippedBytes, mode, content });
    at += ENTRY_BYTES + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}
