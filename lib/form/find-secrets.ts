import { writtenAt } from './written.ts';

/** From one character of a text to before another. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A text as values are compared in it, and from where to where each of its characters (UTF-16 units) stood. */
interface Folded {
  readonly text: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Up to here a value counts only as a word of its own: it stands inside too many others. */
const SHORT = 2;

const WORD = /[\p{L}\p{N}]/u;
const WORDS = /[\p{L}\p{N}]+/gu;

/** A value as it is looked for: whole, and without what only separates. */
interface Wanted {
  readonly literal: string;
  readonly bare: string;
}

/**
 * Where values stand in a text, however they are written there: in another case, with or without accents, with a mask
 * (`31.74-01`), in groups or over several lines, encoded for an address, for JSON or for HTML. The time it takes grows with the
 * length of the text alone, since a page may be made to take long.
 */
export function finderOf(values: readonly string[]): (text: string) => Span[] {
  // Once: a value may be a file.
  const all = values.map((value): Wanted => {
    const whole = fold(value.trim(), false);
    return { literal: whole.text, bare: wordsOf(whole).text };
  });
  return (text) => {
    const ways = [fold(text, false)];
    if (/[%\\&]/.test(text)) ways.push(fold(text, true));
    const found = ways.flatMap((whole) => {
      const words = wordsOf(whole);
      return all.flatMap((wanted) => occurrences(wanted, text, whole, words));
    });
    return merged(found);
  };
}

function occurrences({ literal, bare }: Wanted, text: string, whole: Folded, words: Folded): Span[] {
  const found = standing(literal, whole);
  if (bare.length > SHORT) return [...found, ...standing(bare, words)];
  return literal.length > SHORT ? found : found.filter((span) => isWord(text, span));
}

function standing(wanted: string, { text, from, to }: Folded): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf(wanted); at >= 0 && wanted !== ''; at = text.indexOf(wanted, at + 1)) {
    found.push({ from: from[at] ?? 0, to: to[at + wanted.length - 1] ?? 0 });
  }
  return found;
}

function isWord(text: string, { from, to }: Span): boolean {
  return !WORD.test(text.charAt(from - 1)) && !WORD.test(text.charAt(to));
}

/** One case, no accents; `decode` reads encoded characters as what they stand for. */
function fold(text: string, decode: boolean): Folded {
  const [units, froms, tos]: [string[], number[], number[]] = [[], [], []];
  for (let from = 0; from < text.length; ) {
    const written = decode ? writtenAt(text, from) : undefined;
    const read = written?.read ?? String.fromCodePoint(text.codePointAt(from) ?? 0);
    const to = from + (written?.length ?? read.length);
    const folded = folding(read);
    for (let at = 0; at < folded.length; at++) {
      units.push(folded.charAt(at));
      froms.push(from);
      tos.push(to);
    }
    from = to;
  }
  return { text: units.join(''), from: froms, to: tos };
}

function folding(read: string): string {
  if (isAscii(read)) return read.toLowerCase();
  return read.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();
}

/** Nearly everything is, and it is quick. */
function isAscii(read: string): boolean {
  return read.length === 1 && read.charCodeAt(0) < 128;
}

/** Without what only separates. */
function wordsOf({ text, from, to }: Folded): Folded {
  const [kept, froms, tos]: [string[], number[], number[]] = [[], [], []];
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    kept.push(word);
    for (let at = index; at < index + word.length; at++) {
      froms.push(from[at] ?? 0);
      tos.push(to[at] ?? 0);
    }
  }
  return { text: kept.join(''), from: froms, to: tos };
}

/** In their order, and none over another. */
export function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1);
    if (last !== undefined && span.from <= last.to) {
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    } else result.push(span);
  }
  return result;
}
