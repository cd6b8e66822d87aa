import { isHtml, MAX_CHARACTERS } from '../form/answer.ts';
import { visibleHtml } from '../form/visible-html.ts';
import type { Told } from './http-exchange.ts';
import { baseOf } from './http-form.ts';
import { webAddress } from './http-session.ts';
import { textOf } from './http-text.ts';

/** A page that stays longer is there to be read. */
const MAX_SECONDS = 5;

/**
 * Seconds, then perhaps an address, with or without `url=` and quotes; as the HTML standard reads it. No two parts that follow one
 * another take the same characters: a page may write millions of them.
 */
const REFRESH = /^(\d*)(?:\.[\d.]*)?(?:\s*[;,]\s*|\s+|$)(?:(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*)))?/is;

export interface Refresh {
  readonly afterMs: number;
  readonly url: URL;
}

/** Where a page leads by itself after a moment, by its header or a `meta`; `undefined` where it stays. */
export function refreshOf(told: Told): Refresh | undefined {
  const fromHeader = told.headers.refresh;
  if (typeof fromHeader === 'string') return read(fromHeader, told.url);
  if (!isHtml(told.headers)) return undefined;
  // Scripts would run where a browser looks, so it looks into no noscript, nor does this.
  const { $ } = visibleHtml(textOf(told).slice(0, MAX_CHARACTERS));
  const content = $('meta[http-equiv="refresh" i]').first().attr('content');
  return content === undefined ? undefined : read(content, told.url, baseOf($, told.url));
}

function read(content: string, page: URL, base = page): Refresh | undefined {
  const [all = '', seconds, ...written] = REFRESH.exec(content.trim()) ?? [];
  if (!/^[\d.]/.test(all) || Number(seconds) > MAX_SECONDS) return undefined;
  const to = written.find((one) => one !== undefined)?.trim() ?? '';
  const url = to === '' ? page : webAddress(to, base);
  return url && { afterMs: Number(seconds) * 1_000, url };
}
