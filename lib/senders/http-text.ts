import { type Answer, answerFromHtml } from '../form/answer.ts';
import type { Told } from './http-exchange.ts';

/** Where a page names its encoding, it does so within this. */
const PRESCAN_BYTES = 1_024;

export const isHtml = ({ headers }: Pick<Told, 'headers'>): boolean =>
  /html/i.test(headers['content-type'] ?? '');

/** The encoding that a page is in, as its `Content-Type` or a `meta` in its head names it; UTF-8 where neither does. */
export function encodingOf({ headers, body }: Pick<Told, 'headers' | 'body'>): string {
  const head = body.subarray(0, PRESCAN_BYTES).toString('latin1');
  const named =
    /charset\s*=\s*["']?([^\s;"']+)/i.exec(headers['content-type'] ?? '') ??
    /<meta[^>]*charset\s*=\s*["']?([^\s;"'/>]+)/i.exec(head);
  try {
    return new TextDecoder(named?.[1]).encoding;
  } catch {
    return 'utf-8';
  }
}

export function textOf(told: Told): string {
  return new TextDecoder(encodingOf(told)).decode(told.body);
}

/** What the proofs of a form see. */
export function answerOf(told: Told): Answer {
  const body = textOf(told);
  const content = isHtml(told) ? { html: body } : { html: '', text: body };
  return answerFromHtml({ url: told.url.href, status: told.status, ...content });
}
