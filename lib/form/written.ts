import { Parser } from 'htmlparser2';

/**
 * What a character may be written as: percent-encoded, escaped for a script, as an entity of HTML; some of it twice over. No
 * part of it may take long to fail, since a page may be made of it.
 */
const WRITTEN =
  /(?:%(?:25)*[0-9a-f]{2})+|\\{1,8}(?:u[0-9a-f]{4}|x[0-9a-f]{2})|\\["'\\/]|&(?:amp;)*(?:#0*\d{1,7};?|#x0*[0-9a-f]{1,6};?|[a-z][a-z0-9]{1,31};)/giy;

/** What stands at a place of a text in such a writing, and how much of the text it takes; `undefined` where none does. */
export function writtenAt(text: string, at: number): { read: string; length: number } | undefined {
  if (!'%\\&'.includes(text.charAt(at))) return undefined;
  WRITTEN.lastIndex = at;
  const [written] = WRITTEN.exec(text) ?? [];
  const read = written && readingOf(written);
  return written === undefined || read === undefined ? undefined : { read, length: written.length };
}

function readingOf(written: string): string | undefined {
  if (written.startsWith('%')) {
    const bytes = Buffer.from(written.replace(/%(?:25)*/g, ''), 'hex');
    const read = bytes.toString('utf8');
    return read.includes('\ufffd') ? bytes.toString('latin1') : read;
  }
  if (written.startsWith('&')) return entity(written.replace(/^&(?:amp;)*(?!$)/i, '&'));
  if (written.length === 2) return written.charAt(1);
  return codePoint(written.replace(/^\\+[ux]/i, ''), 16);
}

function entity(written: string): string | undefined {
  const [, decimal, hexadecimal] = /^&#(?:(\d+)|x([0-9a-f]+));?$/i.exec(written) ?? [];
  if (decimal !== undefined) return codePoint(decimal, 10);
  return hexadecimal === undefined ? named(written) : codePoint(hexadecimal, 16);
}

function codePoint(digits: string, base: 10 | 16): string {
  const code = Number.parseInt(digits, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** HTML has 2,231 names. */
const NAMED = new Map<string, string>();

function named(written: string): string | undefined {
  const known = NAMED.get(written);
  if (known !== undefined) return known;
  const parts: string[] = [];
  const parser = new Parser({ ontext: (text) => void parts.push(text) }, { decodeEntities: true });
  parser.end(written);
  const read = parts.join('');
  // Longer is what stands for itself, or only begins with a name.
  if ([...read].length > 2) return undefined;
  NAMED.set(written, read);
  return read;
}
