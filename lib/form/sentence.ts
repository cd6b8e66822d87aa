import type { Proof } from './define.ts';

/** More before and after what was found is another sentence, or no sentence at all. */
const MAX_AROUND = 150;

/**
 * A proof by words: the sentence of the page in which `pattern` is found. Nothing where the page says `unless` as well, anywhere:
 * "Thank you. Unfortunately all seats are taken" is no receipt.
 */
export function sentenceWith(pattern: RegExp, { unless }: { readonly unless?: RegExp } = {}): Proof {
  return ({ text }) => {
    // Not `test`, which goes on where it ended last time if a pattern has the flag g.
    if (unless !== undefined && text.search(unless) >= 0) return undefined;
    const at = text.search(pattern);
    if (at < 0) return undefined;
    const before = /[^.!?\n]*$/.exec(text.slice(Math.max(0, at - MAX_AROUND), at))?.[0] ?? '';
    const from = /^[^.!?\n]*[.!?]?/.exec(text.slice(at, at + MAX_AROUND))?.[0] ?? '';
    return `${before}${from}`.trim();
  };
}
