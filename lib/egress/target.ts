import { isIP } from 'node:net';

/** Where a connection is to go. The host is lower-case, without brackets and trailing dot; addresses in their usual form. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

/** A target or address as one text, to compare or to show. */
export function show({ host, port }: Target): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
}

/**
 * The one form of a host in which all checks compare it. The URL parser does the work, so that decimal, octal and hex
 * IPv4 (`2130706433`, `0x7f.1`), long IPv6 and international names end in the same form here as in the browser.
 * Answers `undefined` for what is no host.
 */
export function normaliseHost(host: string): string | undefined {
  const written = isIP(host) === 6 ? `[${host}]` : host;
  // Nothing that a URL could read as user, port, path or query may pass: it would be checked as one host, meant as another.
  if (!/^(\[[0-9a-f:.]+\]|[^\s:@/?#\\[\]]+)$/i.test(written)) return undefined;
  const parsed = URL.parse(`http://${written}/`)?.hostname ?? '';
  const bare = parsed.startsWith('[') ? parsed.slice(1, -1) : parsed.replace(/\.$/, '');
  return bare === '' ? undefined : bare;
}

/** Reads `host:port`, as in a CONNECT request; `undefined` when it is none. */
export function parseAuthority(authority: string): Target | undefined {
  const [, written = '', digits = ''] = /^(.+):(\d{1,5})$/.exec(authority) ?? [];
  const host = normaliseHost(written);
  const port = Number(digits);
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port };
}

export interface PlainTarget {
  readonly target: Target;
  /** For the Host header: as browsers write it, without the default port. */
  readonly hostHeader: string;
  readonly path: string;
}

/** Reads the absolute URL of a plain HTTP request to a proxy; `undefined` for any other scheme or form. */
export function parseRequestUrl(text: string): PlainTarget | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:') return undefined;
  const target = parseAuthority(`${url.hostname}:${url.port || '80'}`);
  return target && { target, hostHeader: url.host, path: url.pathname + url.search };
}
