import type { Request } from 'playwright-core';
import { getDomain } from 'tldts';

/**
 * Whether a redirect leads to the same request once more, body and all; any other leads to a GET. (Fetch standard,
 * HTTP-redirect fetch: a 301 or 302 makes a GET of a POST only.)
 */
export function repeatsTheBody(method: string, status: number): boolean {
  if (status === 307 || status === 308) return true;
  return (status === 301 || status === 302) && !['GET', 'HEAD', 'POST'].includes(method);
}

/** A request as interception shows it, before Chromium's network stack has added its part. */
export interface HeldRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly destination: 'document' | 'iframe' | 'empty';
}

/**
 * The headers that Chromium itself would have sent for a held request: a target must not be able to tell the engine's
 * send from the browser's. What Chromium adds only when a request really leaves is added here, by its own rules.
 *
 * One difference stays, and it is meant: `zstd` is not offered, since Playwright's client cannot read it.
 */
export function browserHeaders(request: HeldRequest, locale: string): Record<string, string> {
  const url = new URL(request.url);
  const headers: Record<string, string> = {
    ...request.headers,
    // Interception switches the browser's cache off, and these two say so.
    pragma: 'no-cache',
    'cache-control': 'no-cache',
    'accept-language': locale,
    'accept-encoding': 'gzip, deflate',
  };
  if (!isTrustworthy(url)) return headers;
  headers['accept-encoding'] = 'gzip, deflate, br';
  headers['sec-fetch-site'] = fetchSite(request.headers, url);
  headers['sec-fetch-mode'] = request.destination === 'empty' ? 'cors' : 'navigate';
  if (request.destination !== 'empty') headers['sec-fetch-user'] = '?1';
  headers['sec-fetch-dest'] = request.destination;
  return headers;
}

/** The same for a request that is held back. */
export function browserHeadersOf(request: Request, locale: string): Record<string, string> {
  return browserHeaders(
    { url: request.url(), headers: request.headers(), destination: destinationOf(request) },
    locale,
  );
}

function destinationOf(request: Request): 'document' | 'iframe' | 'empty' {
  if (!request.isNavigationRequest()) return 'empty';
  try {
    return request.frame().parentFrame() === null ? 'document' : 'iframe';
  } catch {
    return 'document';
  }
}

/** Chromium sends its fetch metadata, and offers the newer encodings, to secure origins and to this machine only. */
function isTrustworthy({ protocol, hostname }: URL): boolean {
  const local = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname.startsWith('127.');
  return protocol === 'https:' || local || hostname === '[::1]';
}

function fetchSite(headers: Readonly<Record<string, string>>, target: URL): string {
  const from = URL.parse(headers.origin ?? '') ?? URL.parse(headers.referer ?? '');
  if (from === null) return headers.origin === 'null' ? 'cross-site' : 'none';
  if (from.origin === target.origin) return 'same-origin';
  return from.protocol === target.protocol && siteOf(from) === siteOf(target) ? 'same-site' : 'cross-site';
}

/** The registrable domain; an address or a bare name is a site of its own. */
function siteOf({ hostname }: URL): string {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}
