import { isIP } from 'node:net';

/**
 * The addresses of this machine that a person has named by giving `url`: what the egress proxy lets through besides public ones.
 * Exactly that port; empty for every other address.
 */
export function localTargetsOf(url: string): string[] {
  const { hostname, port, protocol } = new URL(url);
  const at = port || (protocol === 'https:' ? '443' : '80');
  if (hostname === 'localhost') return [`127.0.0.1:${at}`, `[::1]:${at}`];
  if (hostname === '[::1]') return [`[::1]:${at}`];
  return isIP(hostname) === 4 && hostname.startsWith('127.') ? [`${hostname}:${at}`] : [];
}
