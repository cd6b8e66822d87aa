import { answerFromBody, type ReadAnswer } from '../form/answer.ts';
import type { Told } from './http-exchange.ts';

/** Where a page names its encoding, it does so within this. */
const PRESCAN_BYTES = 1_024;

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

export function textOf(told: Pick<Told, 'headers' | 'body'>): string {
  return new TextDecoder(encodingOf(told)).decode(told.body);
}

/** What the proofs of a form see. */
export function answerOf({ url, status, headers, body }: Told): ReadAnswer {
  const text = textOf({ headers, body });
  return answerFromBody({ url: url.href, status, headers, body: text, bytes: body.length });
}
