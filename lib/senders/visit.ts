import type { Page } from 'playwright-core';
import { type Egress, OWN_ANSWER_HEADER } from '../egress/proxy.ts';
import { ParkError } from '../submission/errors.ts';
import { plainError } from './plain-error.ts';

/**
 * Loads a page.
 * @throws ParkError `hostNotAllowed` when the egress proxy refused its host, or one that it redirects to; Error when it cannot be loaded
 */
export async function visit(page: Page, url: string, egress: Egress): Promise<void> {
  const failure = await load(page, url);
  if (failure === undefined) return;
  const why = egress.flooded ? 'it sends more than it may' : failure.why;
  throw (
    (failure.refused ? refusalOf(egress) : undefined) ??
    new Error(`the page of the form could not be loaded: ${why}`)
  );
}

/** Why the egress proxy refused the last host, for a person. */
export function refusalOf(egress: Egress): ParkError | undefined {
  const refusal = egress.refusals.at(-1);
  if (refusal === undefined) return undefined;
  const message =
    refusal.why === 'host'
      ? `the page leads to ${refusal.host}, which the form's allow list does not hold`
      : `${refusal.host}:${refusal.port} has an address that is not public, which no form may reach, but for the sites of the local stack`;
  return new ParkError('hostNotAllowed', message);
}

interface Failure {
  readonly why: string;
  /** Perhaps by our own proxy: it cannot tell the browser why a tunnel was not made. */
  readonly refused: boolean;
}

async function load(page: Page, url: string): Promise<Failure | undefined> {
  try {
    const response = await page.goto(url, { waitUntil: 'domcontentloaded' });
    const reach = response?.headers()[OWN_ANSWER_HEADER];
    return reach === undefined
      ? undefined
      : { why: `it cannot be reached (${reach})`, refused: reach === 'refused' };
  } catch (thrown) {
    const why = plainError(thrown);
    return { why, refused: why.includes('ERR_TUNNEL_CONNECTION_FAILED') };
  }
}
