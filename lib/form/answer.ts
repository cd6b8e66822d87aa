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

/** An answer from HTML; `text` may be given where a browser knows better what is visible. */
export function answerFromHtml(from: {
  readonly url: string;
  readonly status: number;
  readonly html: string;
  readonly text?: string;
}): Answer {
  const document = load(from.html);
  return {
    url: from.url,
    status: from.status,
    text: from.text ?? visibleText(from.html),
    $(css) {
      const found = document(css).first();
      return found.length === 0 ? undefined : found.text().trim();
    },
  };
}

function visibleText(html: string): string {
  const document = load(html);
  document('script, style, template, noscript').remove();
  return document.root().text().replace(/\s+/g, ' ').trim();
}
