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

/** An answer from HTML; `text` may be given where a browser knows better what is visible, or where it is not HTML. */
export function answerFromHtml(from: {
  readonly url: string;
  readonly status: number;
  readonly html: string;
  readonly text?: string;
}): Answer {
  const document = load(from.html);
  document(UNSEEN).remove();
  return {
    url: from.url,
    status: from.status,
    text: from.text ?? document.root().text().replace(/\s+/g, ' ').trim(),
    $(css) {
      const found = document(css).first();
      return found.length === 0 ? undefined : found.text().trim();
    },
  };
}
