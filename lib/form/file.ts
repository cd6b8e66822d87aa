import { z } from 'zod';

/** A file as a message carries it. */
export interface FileData {
  readonly name: string;
  /** Its media type, such as `application/pdf`. */
  readonly type: string;
  readonly base64: string;
}

/**
 * The queue takes messages of 245 760 bytes (`infra/queues.yml`). As base64 this has 227 kB, which leaves 19 kB for everything
 * else in the message.
 */
const MAX_BYTES = 170_000;

/** As long as common file systems take. */
const MAX_NAME = 255;
const NAME = /^[^/\\\p{Cc}]+$/u;

/**
 * A field of a message that holds a file: `{ name, type, base64 }`. `maxBytes` counts the bytes of the file itself, not of its
 * base64, which has a third more. Where nothing is said it is 170 000 (170 kB), about what one message can carry: several
 * files share it.
 */
export function fileField(options: { readonly maxBytes?: number; readonly types: readonly string[] }) {
  const { maxBytes = MAX_BYTES, types } = options;
  return z
    .strictObject({
      name: z
        .string()
        .max(MAX_NAME)
        .regex(NAME, { error: 'must be a file name without a path (no /, \\ or control characters)' }),
      type: z.enum(types),
      base64: z
        .string()
        .refine((text) => Buffer.byteLength(text, 'base64') <= maxBytes, {
          error: `must be a file of at most ${maxBytes} bytes`,
          abort: true,
        })
        .refine(isBase64, { error: 'must be base64, padded and in one line' })
        .meta({ contentEncoding: 'base64', maxLength: Math.ceil(maxBytes / 3) * 4 }),
    })
    .meta({
      description: `A file of at most ${maxBytes} bytes, one of ${types.join(', ')}`,
      // For whoever draws a form from the schema.
      'x-file': { maxBytes, types },
    });
}

/** The file itself. */
export function bytesOf({ base64 }: FileData): Buffer {
  return Buffer.from(base64, 'base64');
}

/** Node skips what is no base64: only what comes out again as it went in has been read whole. */
function isBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text;
}
