/** More repetitions than asked for prove nothing. */
const MAX_REPEATS = 30;
const CANDIDATES = 'A1a0b2Zz9 -_.+@/:#';

/**
 * A text that a simple pattern takes: literals, classes, groups, alternatives and counts. None where it says more than that;
 * whoever asks checks the text anyway.
 */
export function fromPattern(pattern: string): string[] {
  try {
    const { text, at } = alternatives(pattern, 0);
    return at === pattern.length ? [text] : [];
  } catch {
    return [];
  }
}

interface Read {
  readonly text: string;
  readonly at: number;
}

/** The first of several is enough, but all have to be read. */
function alternatives(pattern: string, from: number): Read {
  let { text, at } = sequence(pattern, from);
  while (pattern.charAt(at) === '|') ({ at } = sequence(pattern, at + 1));
  return { text, at };
}

function sequence(pattern: string, from: number): Read {
  let [text, at] = ['', from];
  while (at < pattern.length && !'|)'.includes(pattern.charAt(at))) {
    const one = atom(pattern, at);
    const [written = '', least, optional] =
      /^(?:\{(\d+)(?:,\d*)?\}|([*?])|\+)/.exec(pattern.slice(one.at)) ?? [];
    const times = least === undefined ? (optional === undefined ? 1 : 0) : Number(least);
    text += one.text.repeat(Math.min(times, MAX_REPEATS));
    at = one.at + written.length;
  }
  return { text, at };
}

function atom(pattern: string, at: number): Read {
  switch (pattern.charAt(at)) {
    case '(': {
      const [opening = '('] = /^\((?:\?:|\?<\w+>)?/.exec(pattern.slice(at)) ?? [];
      const inner = alternatives(pattern, at + opening.length);
      if (pattern.charAt(inner.at) !== ')') throw new Error('a group without an end');
      return { text: inner.text, at: inner.at + 1 };
    }
    case '[':
      return one(/^\[(?:\\.|[^\]\\])+\]/, pattern, at);
    case '^':
    case '$':
      return { text: '', at: at + 1 };
    default:
      return one(/^(?:\\p\{\w+\}|\\.|[^\\])/, pattern, at);
  }
}

/** A class or a character: whatever of the usual characters it takes, else itself. */
function one(shape: RegExp, pattern: string, at: number): Read {
  const [source] = shape.exec(pattern.slice(at)) ?? [];
  if (source === undefined) throw new Error('nothing that can be read');
  const takes = new RegExp(`^${source}$`, 'u');
  const text = [...CANDIDATES, source, source.slice(1)].find((candidate) => takes.test(candidate));
  if (text === undefined) throw new Error('none of the usual characters');
  return { text, at: at + source.length };
}
