/** One part of a form's body: a value, or a file by its name and size. */
export interface BodyPart {
  readonly name: string;
  readonly value?: string;
  readonly file?: { readonly name: string; readonly type: string; readonly bytes: number };
}

/** The body of a request, as a person can read it. */
export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'fields'; readonly type: string; readonly parts: readonly BodyPart[] }
  | { readonly kind: 'json'; readonly type: string; readonly json: unknown }
  | { readonly kind: 'text'; readonly type: string; readonly text: string }
  /** Nothing that can be shown. */
  | { readonly kind: 'bytes'; readonly type: string; readonly bytes: number };

export async function readBody(type: string, bytes: Buffer | undefined | null): Promise<Body> {
  if (!bytes || bytes.length === 0) return { kind: 'none' };
  const media = (type.split(';')[0] ?? '').trim().toLowerCase();
  const parts = await readParts(type, media, bytes);
  if (parts !== undefined) return { kind: 'fields', type: media, parts };
  const text = bytes.toString();
  if (text.includes('\ufffd') || text.includes('\0'))
    return { kind: 'bytes', type: media, bytes: bytes.length };
  try {
    return { kind: 'json', type: media, json: JSON.parse(text) };
  } catch {
    return { kind: 'text', type: media, text };
  }
}

async function readParts(type: string, media: string, bytes: Buffer): Promise<BodyPart[] | undefined> {
  if (media !== 'application/x-www-form-urlencoded' && media !== 'multipart/form-data') return undefined;
  try {
    // Node's own reader: ours would agree with our writer, and both might be wrong.
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    return [...form].map(([name, value]) =>
      typeof value === 'string'
        ? { name, value }
        : { name, file: { name: value.name, type: value.type, bytes: value.size } },
    );
  } catch {
    return undefined;
  }
}

/** Everything that a body says, in one text: to look for a value in it. */
export function textOfBody(body: Body): string {
  switch (body.kind) {
    case 'fields':
      return body.parts.map(({ name, value, file }) => `${name}=${value ?? file?.name ?? ''}`).join('\n');
    case 'json':
      return JSON.stringify(body.json);
    case 'text':
      return body.text;
    case 'none':
    case 'bytes':
      return '';
    default:
      return body satisfies never;
  }
}
