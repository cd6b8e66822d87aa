import { randomUUID } from 'node:crypto';
import type { Entry } from './http-entries.ts';

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

export interface Encoded {
  readonly type: string;
  readonly body: Buffer;
}

/**
 * The body that a form sends, in UTF-8, by its `enctype`.
 * @throws Error for text/plain, which no target can read back
 */
export function encode(entries: readonly Entry[], enctype: string): Encoded {
  if (enctype === 'text/plain')
    throw new Error('the form is sent as text/plain, which the sender http does not write');
  if (enctype === MULTIPART) return multipart(entries);
  const pairs = entries.map(({ name, text = '' }) => [withCrlf(name), withCrlf(text)]);
  return { type: URLENCODED, body: Buffer.from(new URLSearchParams(pairs).toString()) };
}

/** Written here, since Node's own encoder leaves the empty file name of an empty file out, by which targets know it. */
function multipart(entries: readonly Entry[]): Encoded {
  const boundary = `----sekali-${randomUUID()}`;
  const parts = entries.map(({ name, text }) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`;
    const file = '; filename=""\r\nContent-Type: application/octet-stream';
    return text === undefined ? `${head}${file}\r\n\r\n\r\n` : `${head}\r\n\r\n${withCrlf(text)}\r\n`;
  });
  return {
    type: `${MULTIPART}; boundary=${boundary}`,
    body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
  };
}

/** As browsers write a name between quotes. */
const escaped = (name: string) =>
  withCrlf(name).replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

/** As forms are sent, whatever the line breaks of the system that they come from. */
const withCrlf = (text: string) => text.replace(/\r\n|\r|\n/g, '\r\n');
