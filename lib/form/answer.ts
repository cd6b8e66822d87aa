import { load } from 'cheerio/slim';

/** What a target answered, as the proofs of a form see it, whichever sender fetched it. */
export interface Answer {
  readonly url: string;
  readonly status: number;
  /** What a person would read; the body itself where it is not HTML. */
  readonly text: string;
  /** The trimmed text of the first element that matches, `undefined` where none does. */
  $(css: string): string | undefined;
}

/** What nobody sees, as far as HTML alone tells; a browser knows more, and leaves it out before. */
const UNSEEN =
  'script, style, template, noscript, [hidden], [style*="display:none"], [style*="display: none"]';

/** What proves something stands in the first of it; more than this holds up everything else in the worker. */
export const MAX_CHARACTERS = 2_000_000;

/** An answer from HTML; `text` may be given where a browser knows better what is visible, or where it is not HTML. */
export function answerFromHtml(from: {
  readonly url: string;
  readonly status: number;
  readonly html: string;
  readonly text?: string;
}): Answer {
  // One root: looking through many elements without one takes time that grows with the square of their number.
  const document = load(`<main>${from.html.slice(0, MAX_CHARACTERS)}</main>`);
  document(UNSEEN).remove();
  return {
    url: from.url,
    status: from.status,
    text: from.text?.slice(0, MAX_CHARACTERS) ?? document.root().text().replace(/\s+/g, ' ').trim(),
    $(css) {
      const found = document(css).first();
      return found.length === 0 ? undefined : found.text().trim();
    },
  };
}
