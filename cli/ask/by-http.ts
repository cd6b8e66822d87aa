import { UsageError } from '../said.ts';
import type { Asker } from './asker.ts';

/** A function answers within 29 s, or API Gateway does. */
const TIMEOUT_MS = 35_000;

/** Asks the HTTP API of a stage. @throws UsageError where the token would be readable on its way */
export function byHttp(url: string, token: string | undefined): Asker {
  const base = URL.parse(url);
  if (base === null) throw new UsageError(`--url ${url} is no address.`);
  if (base.protocol !== 'https:' && !['127.0.0.1', '[::1]', 'localhost'].includes(base.hostname)) {
    throw new UsageError('--url must begin with https://: the token would go in the clear.');
  }
  if (!token)
    throw new UsageError('--url needs a token that may operate, in the environment variable SEKALI_TOKEN.');
  return {
    apiUrl: base.href,
    async ask({ method, path, body }) {
      const response = await fetch(`${base.href.replace(/\/$/, '')}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // The token is for this address, and no other.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((cause: Error) => {
        const why = cause.cause instanceof Error ? cause.cause.message : cause.message;
        throw new Error(`${base.origin} does not answer: ${why}`, { cause });
      });
      return { status: response.status, body: await response.json().catch(() => undefined) };
    },
    close() {},
  };
}
