import { isIP } from 'node:net';
import { normaliseHost } from './target.ts';

/**
 * Makes the check of hosts against an allow list: exact names, or `*.example.org` for every subdomain of `example.org`
 * (not for itself).
 * @throws TypeError when an entry is neither
 */
export function allowList(entries: readonly string[]): (host: string) => boolean {
  const names = new Set<string>();
  const suffixes: string[] = [];
  for (const entry of entries) {
    const wildcard = entry.startsWith('*.');
    const host = normaliseHost(wildcard ? entry.slice(2) : entry);
    if (host === undefined || host.includes('*') || (wildcard && isIP(host) !== 0)) {
      throw new TypeError(
        `"${entry}" is not a host that can be allowed. Write "www.example.org", or "*.example.org" for its subdomains.`,
      );
    }
    if (wildcard) suffixes.push(`.${host}`);
    else names.add(host);
  }
  return (written) => {
    const host = normaliseHost(written.replace(/^\[(.*)\]$/, '$1')) ?? written;
    return names.has(host) || suffixes.some((suffix) => host.endsWith(suffix));
  };
}
