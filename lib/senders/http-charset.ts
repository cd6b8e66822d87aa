/** The text as bytes of an encoding. */
export type Encoder = (text: string) => Buffer;

const JAPANESE: ReadonlySet<string> = new Set(['euc-jp', 'shift_jis']);
/** What needs more than a table of one and two bytes, and what Node knows fewer characters of than browsers write. */
const NOT_WRITTEN: ReadonlySet<string> = new Set([
  'big5',
  'euc-kr',
  'gb18030',
  'iso-2022-jp',
  'x-user-defined',
]);

/**
 * How a form in an encoding (its name as `TextDecoder` has it) is written; `undefined` where this is not known. A character that the
 * encoding lacks goes as its number, `&#8364;`, as browsers write it.
 */
export function encoderOf(encoding: string): Encoder | undefined {
  // Forms of pages in UTF-16 too.
  if (encoding.startsWith('utf-')) return (text) => Buffer.from(text);
  if (NOT_WRITTEN.has(encoding)) return undefined;
  const table = tableOf(encoding);
  const number = (one: string) => Buffer.from(`&#${one.codePointAt(0)};`);
  return (text) => Buffer.concat([...text.toWellFormed()].map((one) => table.get(one) ?? number(one)));
}

/** The encoding that a form is sent in, as `TextDecoder` names it: of those that it accepts the first that there is, else the page's. */
export function charsetOf(acceptCharset: string, page: string): string {
  for (const label of acceptCharset.split(/[\s,]+/)) {
    try {
      return new TextDecoder(label).encoding;
    } catch {
      // No such encoding: the next.
    }
  }
  return page;
}

/** As the standard spells it, and so browsers. */
export function nameOf(encoding: string): string {
  if (encoding.startsWith('utf-')) return 'UTF-8';
  if (encoding === 'shift_jis') return 'Shift_JIS';
  return /^(?:windows|mac|x-)/.test(encoding) ? encoding : encoding.toUpperCase();
}

const tables = new Map<string, ReadonlyMap<string, Buffer>>();

function tableOf(encoding: string): ReadonlyMap<string, Buffer> {
  const table = tables.get(encoding) ?? makeTable(encoding);
  tables.set(encoding, table);
  return table;
}

/** From reading everything that can be written. Of what is read alike, the first is what browsers write. */
function makeTable(encoding: string): ReadonlyMap<string, Buffer> {
  const table = new Map<string, Buffer>();
  for (let byte = 0; byte < 0x80; byte++) table.set(String.fromCharCode(byte), Buffer.from([byte]));
  const decoder = new TextDecoder(encoding);
  const add = (...bytes: number[]) => {
    const written = Buffer.from(bytes);
    const read = decoder.decode(written);
    if ([...read].length === 1 && read !== '\ufffd' && !table.has(read)) table.set(read, written);
  };
  for (let byte = 0x80; byte < 0x100; byte++) add(byte);
  if (encoding === 'gbk' || JAPANESE.has(encoding)) addPairs(encoding, add);
  // Browsers write these as what looks like them.
  const alike = JAPANESE.has(encoding) ? (['¥\\', '‾~', '\u2212\uff0d'] as const) : [];
  for (const [one = '', other = ''] of alike) {
    const written = table.get(other);
    if (written !== undefined) table.set(one, written);
  }
  return table;
}

function addPairs(encoding: string, add: (lead: number, trail: number) => void): void {
  for (let lead = 0x81; lead < 0xff; lead++) {
    // All of these two rows stand elsewhere too, and are written there.
    if (encoding === 'shift_jis' && (lead === 0xed || lead === 0xee)) continue;
    // Half-width letters, and more that only some systems read.
    const last = encoding === 'euc-jp' && lead === 0x8e ? 0xdf : 0xfe;
    for (let trail = 0x40; trail <= last; trail++) add(lead, trail);
  }
}
