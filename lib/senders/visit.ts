import type { Page, Response } from 'playwright-core';
import { type Egress, OWN_ANSWER_HEADER } from '../egress/proxy.ts';
import { messageOf, ParkError } from '../submission/errors.ts';

/**
 * Loads a page.
 * @throws ParkError `hostNotAllowed` when the egress proxy refused its host; Error when it cannot be loaded
 */
export async function visit(page: Page, url: string, egress: Egress): Promise<void> {
  let failure: string | undefined;
  let response: Response | null = null;
  try {
    response = await page.goto(url, { waitUntil: 'domcontentloaded' });
    const reach = response?.headers()[OWN_ANSWER_HEADER];
    if (reach !== undefined) failure = `it cannot be reached (${reach})`;
  } catch (thrown) {
    failure = messageOf(thrown).split('\n', 1)[0];
  }
  if (failure === undefined) return;
  const host = new URL(url).hostname;
  const refusal = egress.refusals.find((refused) => refused.host === host);
  if (refusal?.why === 'host') {
    throw new ParkError('hostNotAllowed', `${host} is not in the form's allow list`);
  }
  if (refusal !== undefined) {
    throw new ParkError(
      'hostNotAllowed',
      `${host} has an address that is not public, which no form may reach`,
    );
  }
  throw new Error(`the page of the form could not be loaded: ${failure}`);
}
