import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { messageOf } from './message-of.ts';

/** Where Lambda mounts the layer that layers/chromium/build.ts makes. */
export const mountedLayer = '/opt/chromium';

/** Lies beside a layer's archives. */
export const layerManifestFile = 'manifest.json';

/** Of the layer's `chromium` folder, where it brings fonts. */
export const layerFonts = join('..', 'fonts');

const size = z.int().positive();

/** A frame of Zstandard, which inflates by itself. The frames of an archive follow one another without a gap. */
const frame = z.strictObject({ bytes: size, inflatedBytes: size });

const archive = z.strictObject({
  file: z.string().regex(/^[\w.]+$/),
  /** Makes the manifest, and by it the name of the extracted folder, that of these very archives. */
  sha256: z.hash('sha256'),
  frames: z.array(frame).nonempty().readonly(),
});

const manifest = z.strictObject({
  chromium: z.string().regex(/^[\d.]+$/),
  archives: z.strictObject({
    chromium: archive,
    'swiftshader.tar': archive,
    'fonts.tar': archive,
    'al2023.tar': archive,
  }),
});

export type Frame = z.infer<typeof frame>;
export type LayerArchive = z.infer<typeof archive>;
export type LayerManifest = z.infer<typeof manifest>;

/**
 * Reads the manifest of the layer whose `chromium` folder this is.
 * @returns the manifest with the first digits of its SHA-256; undefined where there is none
 * @throws Error when it is there, but cannot be read or is not one
 */
export async function readLayer(
  folder: string,
): Promise<{ manifest: LayerManifest; digest: string } | undefined> {
  const file = join(folder, layerManifestFile);
  try {
    const text = await readFile(file, 'utf8');
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
    return { manifest: manifest.parse(JSON.parse(text)), digest };
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : messageOf(cause);
    throw new Error(`The manifest of the Chromium layer, ${file}, is no good: ${reason}. ${remedy}`, {
      cause,
    });
  }
}

/** What to do about a layer that is damaged. */
export const remedy = 'Build the layer anew (node local/run.mjs layers/chromium/build.ts) and deploy it.';

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR'].includes(String((error as { code?: unknown } | undefined)?.code));
