import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, constants, zstdCompress } from 'node:zlib';
import {
  type Frame,
  type LayerArchive,
  type LayerManifest,
  layerManifestFile,
} from '../../lib/chromium/layer.ts';
import type { ChromiumPackage } from '../../lib/chromium/package.ts';
import { parameters } from './parameters.ts';

const { frameBytes, level } = parameters;

/** Packs the package's archives anew, as Zstandard frames, into `folder`, and writes the manifest beside them. */
export async function packArchives(
  { binFolder, version }: ChromiumPackage,
  folder: string,
  say: (line: string) => void,
): Promise<void> {
  const pack = async (name: string): Promise<LayerArchive> => {
    const raw = await promisify(brotliDecompress)(await readFile(join(binFolder, `${name}.br`)));
    const file = `${name}.zst`;
    // A tar is inflated as a whole, and is small.
    const frames = await packFrames(raw, name.endsWith('.tar') ? raw.length : frameBytes);
    const whole = Buffer.concat(frames.map(({ packed }) => packed));
    await writeFile(join(folder, file), whole);
    const sha256 = createHash('sha256').update(whole).digest('hex');
    say(`  ${file}: ${megabytes(whole.length)} MB of ${megabytes(raw.length)}`);
    const [first, ...others] = frames.map(({ frame }) => frame);
    if (first === undefined) throw new Error(`${name}.br in ${binFolder} is empty`);
    return { file, sha256, frames: [first, ...others] };
  };
  const manifest: LayerManifest = {
    chromium: version,
    archives: {
      chromium: await pack('chromium'),
      'swiftshader.tar': await pack('swiftshader.tar'),
      'fonts.tar': await pack('fonts.tar'),
      'al2023.tar': await pack('al2023.tar'),
    },
  };
  await writeFile(join(folder, layerManifestFile), `${JSON.stringify(manifest, undefined, 1)}\n`);
}

async function packFrames(raw: Buffer, bytesEach: number): Promise<{ frame: Frame; packed: Buffer }[]> {
  const starts = Array.from({ length: Math.ceil(raw.length / bytesEach) }, (_, nth) => nth * bytesEach);
  return Promise.all(
    starts.map(async (start) => {
      const part = raw.subarray(start, start + bytesEach);
      const packed = await promisify(zstdCompress)(part, {
        pledgedSrcSize: part.length,
        params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
      });
      return { packed, frame: { bytes: packed.length, inflatedBytes: part.length } };
    }),
  );
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
