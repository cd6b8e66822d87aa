import { type AnswerFile, fileOf } from './answer-file.ts';
import { visibleHtml } from './visible-html.ts';

/** What a target answered, as the proofs of a form see it, whichever sender fetched it. */
export interface Answer {
  readonly url: string;
  readonly status: number;
  /** What a person would read, in lines as a browser has them (so `\s+` between words); the body itself where it is not HTML. */
  readonly text: string;
  /** Where it is a file, a PDF perhaps: what its headers tell of it. */
  readonly file?: AnswerFile;
  /** The trimmed text of the first element that matches, `undefined` where none does. */
  $(css: string): string | undefined;
}

/** An answer as a sender has read it. */
export interface ReadAnswer extends Answer {
  /** False where a part is missing: still coming, cut off, or too long or too deep to be read. It might say the opposite. */
  readonly whole: boolean;
}

/** What proves something stands in the first of it; more than this holds up everything else in the worker. */
export const MAX_CHARACTERS = 2_000_000;

/** An answer from HTML; `text` may be given where a browser knows better what is visible, or where it is not HTML. */
export function answerFromHtml(from: {
  readonly url: string;
  readonly status: number;
  readonly html: string;
  readonly text?: string;
  /** Of what is given here. */
  readonly whole?: boolean;
}): ReadAnswer {
  const { url, status, html, text } = from;
  const { $, whole } = visibleHtml(html.slice(0, MAX_CHARACTERS));
  const isLong = html.length > MAX_CHARACTERS || (text?.length ?? 0) > MAX_CHARACTERS;
  return {
    url,
    status,
    text: text?.slice(0, MAX_CHARACTERS) ?? $.root().text().replace(/\s+/g, ' ').trim(),
    whole: whole && !isLong && from.whole !== false,
    $(css) {
      const found = $(css).first();
      return found.length === 0 ? undefined : found.text().trim();
    },
  };
}

/** An answer as it came over the wire. */
export function answerFromBody(from: {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Of the body, before it was decoded. */
  readonly bytes?: number;
}): ReadAnswer {
  const { url, status, headers, body, bytes } = from;
  const file = fileOf(url, headers, bytes);
  const isText = file === undefined || /text|html|xml|json/.test(file.type);
  const content = isHtml(headers) ? { html: body } : { html: '', text: isText ? body : '' };
  return { ...answerFromHtml({ url, status, ...content }), ...(file && { file }) };
}

/** Whether it is to be read as HTML; it may be a file nevertheless. */
export function isHtml(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  return /html/i.test(String(headers['content-type'] ?? ''));
}
