import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { extract } from 'tar-fs';
import { allEnded } from './all-ended.ts';
import type { Targets } from './inflate.ts';
import { type Frame, type LayerArchive, type LayerManifest, remedy } from './layer.ts';
import { framesAtOnce } from './limits.ts';
import { messageOf } from './message-of.ts';

/**
 * Inflates the archives of a layer. Their sizes are checked against the manifest, and what comes out of each frame against its
 * size and the frame's own checksum (64-bit xxHash, by Zstandard itself: a SHA-256 of 80 MB more would cost a tenth of the whole
 * time, and guard against nothing else, since nobody but us writes layers). Ends only when nothing is written any more, also
 * when it fails.
 * @throws Error when an archive cannot be read or is damaged, or there is no space
 */
export async function unpackLayer(folder: string, manifest: LayerManifest, targets: Targets): Promise<void> {
  const { chromium, ...tars } = manifest.archives;
  await allEnded([
    inflateFile(folder, chromium, targets.chromium),
    ...Object.entries(tars).map(([name, archive]) =>
      inflateTar(folder, archive, targets[name as keyof typeof tars]),
    ),
  ]);
}

async function inflateFile(folder: string, archive: LayerArchive, to: string): Promise<void> {
  const file = await open(to, 'w', 0o700);
  try {
    const write = async (bytes: Buffer, at: number) => {
      // A disk that is nearly full takes less than it is given, and says no only to the next.
      for (let done = 0; done < bytes.length; ) {
        done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
      }
    };
    // One after another: of several that write to one file the kernel lets one do so, and the others burn a core meanwhile.
    let last = Promise.resolve();
    await inflateArchive(folder, archive, (bytes, at) => {
      last = last.then(() => write(bytes, at));
      return last;
    });
  } finally {
    await file.close();
  }
}

async function inflateTar(folder: string, archive: LayerArchive, to: string): Promise<void> {
  const whole = Buffer.alloc(archive.frames.reduce((sum, { inflatedBytes }) => sum + inflatedBytes, 0));
  await inflateArchive(folder, archive, async (bytes, at) => {
    bytes.copy(whole, at);
  });
  await pipeline(Readable.from([whole]), extract(to));
}

/** Inflates the frames of an archive side by side, and hands each to `take` with the place where it belongs. */
async function inflateArchive(
  folder: string,
  { file: name, frames }: LayerArchive,
  take: (bytes: Buffer, at: number) => Promise<void>,
): Promise<void> {
  const file = await open(join(folder, name));
  try {
    const { left, bytes } = placed(frames);
    const { size } = await file.stat();
    if (size !== bytes) throw new Damage(`it has ${size} bytes, and should have ${bytes}`);
    const inTurn = async () => {
      const room = Buffer.allocUnsafe(Math.max(...frames.map((frame) => frame.bytes)));
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const inflated = await inflate(file, next, room);
        await take(inflated, next.inflatedFrom);
        release(inflated);
      }
    };
    const stopping = (error: unknown) => {
      left.length = 0;
      throw error;
    };
    await allEnded(
      Array.from({ length: Math.min(framesAtOnce, frames.length) }, () => inTurn().catch(stopping)),
    );
  } catch (cause) {
    if (!(cause instanceof Damage)) throw cause;
    throw new Error(`The archive ${name} of the Chromium layer is damaged: ${cause.message}. ${remedy}`, {
      cause,
    });
  } finally {
    await file.close();
  }
}

/** The message says what is wrong, and where. */
class Damage extends Error {}

interface PlacedFrame extends Frame {
  readonly from: number;
  readonly inflatedFrom: number;
}

/** Where each frame begins, in the archive and in what it inflates to; and how long the archive is. */
function placed(frames: readonly Frame[]): { left: PlacedFrame[]; bytes: number } {
  let [bytes, inflatedFrom] = [0, 0];
  const left = frames.map((frame) => {
    const here = { ...frame, from: bytes, inflatedFrom };
    bytes += frame.bytes;
    inflatedFrom += frame.inflatedBytes;
    return here;
  });
  return { left, bytes };
}

/**
 * Frees the memory at once, for the next frame. Left to the garbage collector, all 209 MB would be new memory, which takes the
 * kernel a fifth of the whole time to hand out, and twice as much would be held.
 */
function release({ buffer, length }: Buffer<ArrayBuffer>): void {
  // A small one may share its memory with others.
  if (buffer.byteLength === length + 1) buffer.transfer(0);
}

async function inflate(
  file: FileHandle,
  { from, bytes, inflatedBytes }: PlacedFrame,
  room: Buffer,
): Promise<Buffer<ArrayBuffer>> {
  const packed = room.subarray(0, bytes);
  // Where the file was cut short since it was measured the rest stays as it was, and the frame's checksum tells.
  await file.read(packed, 0, bytes, from);
  // One byte more than is needed: a buffer filled to the brim makes zlib ask for another one.
  const options = { chunkSize: inflatedBytes + 1, maxOutputLength: inflatedBytes };
  const inflated = await promisify(zstdDecompress)(packed, options).catch((cause) => {
    throw new Damage(`what begins at byte ${from} cannot be inflated: ${messageOf(cause)}`, { cause });
  });
  if (inflated.length !== inflatedBytes) {
    throw new Damage(
      `what begins at byte ${from} inflates to ${inflated.length} bytes, not ${inflatedBytes}`,
    );
  }
  return inflated;
}
