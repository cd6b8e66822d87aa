import { randomUUID } from 'node:crypto';
import { bytesOf } from '../form/file.ts';
import type { Encoder } from './http-charset.ts';
import type { Entry } from './http-entries.ts';

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

export interface Encoded {
  readonly type: string;
  readonly body: Buffer;
}

/**
 * The body that a form sends, by its `enctype` and its encoding.
 * @throws Error for text/plain, which no target can read back; for a file where only its name would go
 */
export function encode(entries: readonly Entry[], enctype: string, write: Encoder): Encoded {
  if (enctype === 'text/plain')
    throw new Error('the form is sent as text/plain, which the sender http does not write');
  if (enctype === MULTIPART) return multipart(entries, write);
  const pairs = entries.map((entry) =>
    [entry.name, textOf(entry)].map((text) => percentEncoded(write(withCrlf(text)))).join('='),
  );
  return { type: URLENCODED, body: Buffer.from(pairs.join('&')) };
}

function textOf(entry: Entry): string {
  if ('text' in entry) return entry.text;
  if (entry.file.name === '') return '';
  throw new Error(
    `of a file for "${entry.name}" the target would get the name only: the form is not sent as ${MULTIPART}`,
  );
}

const KEPT = /[A-Za-z0-9*\-._]/;

function percentEncoded(bytes: Buffer): string {
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    if (KEPT.test(character)) return character;
    return character === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** Written here, since Node's own encoder leaves the empty file name of an empty file out, by which targets know it. */
function multipart(entries: readonly Entry[], write: Encoder): Encoded {
  const boundary = `----sekali-${randomUUID()}`;
  const parts = entries.flatMap((entry) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(withCrlf(entry.name))}"`;
    if ('text' in entry) return [write(`${head}\r\n\r\n${withCrlf(entry.text)}\r\n`)];
    const { name, type } = entry.file;
    const about = `; filename="${escaped(name)}"\r\nContent-Type: ${type}\r\n\r\n`;
    return [write(head + about), bytesOf(entry.file), write('\r\n')];
  });
  return {
    type: `${MULTIPART}; boundary=${boundary}`,
    body: Buffer.concat([...parts, write(`--${boundary}--\r\n`)]),
  };
}

/** As browsers write a name between quotes. */
const escaped = (name: string) => name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

/** As forms are sent, whatever the line breaks of the system that they come from. */
const withCrlf = (text: string) => text.replace(/\r\n|\r|\n/g, '\r\n');
