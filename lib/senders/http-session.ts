import { CookieJar } from 'tough-cookie';
import { LOCALE } from '../chromium/arguments.ts';
import type { Egress } from '../egress/proxy.ts';
import { isHtml } from '../form/answer.ts';
import { browserHeaders } from './browser-headers.ts';
import { isTooDeep } from './http-depth.ts';
import { type Ask, exchange, type Told } from './http-exchange.ts';
import { textOf } from './http-text.ts';

/** As many as browsers follow. */
const MAX_REDIRECTS = 20;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Many sites answer 403 to a client without a name. */
const USER_AGENT = 'Mozilla/5.0 (compatible; Sekali)';
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** One visitor without a browser: cookies of its own, and every connection through the egress proxy of the submission. */
export class HttpSession {
  readonly #egress: Egress;
  readonly #jar = new CookieJar(undefined, { looseMode: true });

  constructor(egress: Egress) {
    this.#egress = egress;
  }

  /** Asks once, with the cookies for the address, and keeps those of the answer. Follows nothing. */
  async ask(ask: Ask, signal: AbortSignal): Promise<Told> {
    const url = ask.url.href;
    const own = { 'user-agent': USER_AGENT, accept: ACCEPT, ...ask.headers };
    const headers = browserHeaders({ url, headers: own, destination: 'document' }, LOCALE);
    const cookie = this.#jar.getCookieStringSync(url);
    const all = { ...headers, ...(cookie && { cookie }) };
    const told = await exchange(this.#egress.url, { ...ask, headers: all }, signal);
    for (const line of told.headers['set-cookie'] ?? []) {
      // What browsers would not take is not taken either.
      this.#jar.setCookieSync(line, url, { ignoreError: true });
    }
    return isHtml(told.headers) && isTooDeep(textOf(told)) ? { ...told, whole: false } : told;
  }

  /**
   * Loads a page, whatever it redirects to.
   * @throws Error when it leads to no page
   */
  async load(from: URL, signal: AbortSignal): Promise<Told> {
    let url = from;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const told = await this.ask({ method: 'GET', url, headers: {} }, signal);
      const next = redirectOf(told);
      if (next === undefined) return told;
      url = next;
    }
    throw new Error(`redirected more than ${MAX_REDIRECTS} times`);
  }
}

/**
 * Where an answer leads to, `undefined` where it is the end of the way.
 * @throws Error when it leads to what is no web address
 */
export function redirectOf({ status, headers, url }: Told): URL | undefined {
  // An empty address leads nowhere, as in browsers.
  if (!REDIRECTS.has(status) || !headers.location) return undefined;
  // Node reads headers as Latin-1; addresses that are not escaped are written in UTF-8.
  const next = webAddress(Buffer.from(headers.location, 'latin1').toString(), url);
  if (next === undefined) throw new Error('redirected to what is no web address');
  return next;
}

/** The address without its fragment, which is never sent; `undefined` for anything but http and https. */
export function webAddress(written: string, base?: URL): URL | undefined {
  const url = URL.parse(written, base?.href);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  url.hash = '';
  return url;
}
