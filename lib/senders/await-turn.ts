import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Egress } from '../egress/proxy.ts';
import type { BrowserForm } from '../form/define.ts';
import type { Judgement } from '../form/proof.ts';
import type { Documents } from './documents.ts';
import { waitingOn } from './page-says.ts';
import { refusalOf } from './visit.ts';

/** What it costs is the worker's; the target is asked nothing. */
const POLL_MS = 250;

/** So many looks in a row must find it gone: between two pages of a queue there is a moment that shows neither. */
const LOOKS = 3;

/**
 * Stays on a page that says to wait (a queue, maintenance) until it says so no longer. It goes on by itself, perhaps to another
 * path or host: to load it once more would cost the place in the queue.
 * @returns what it still says when the time is up
 * @throws ParkError `hostNotAllowed` when it led to a host that the form may not reach; Error when the page is gone
 */
export async function awaitTurn(
  form: BrowserForm,
  page: Page,
  documents: Documents,
  { egress, waitingMs }: { readonly egress: Egress; readonly waitingMs: number },
): Promise<Judgement | undefined> {
  let waiting = await waitingOn(form, page, documents);
  if (waiting === undefined) return undefined;
  const endsMs = performance.now() + waitingMs;
  let gone = 0;
  while (performance.now() < endsMs && !page.isClosed()) {
    await pause(POLL_MS);
    const still = await waitingOn(form, page, documents);
    const answer = await documents.answerOf(page.mainFrame());
    if (still !== undefined) waiting = still;
    // A page that does not say what it is, or only half of it, is not there yet.
    gone = still === undefined && answer?.whole ? gone + 1 : 0;
    if (gone === LOOKS) return undefined;
  }
  if (page.isClosed()) throw new Error('the page was closed while it said to wait');
  const nowhere = (await documents.answerOf(page.mainFrame())) === undefined;
  const refusal = nowhere ? refusalOf(egress) : undefined;
  if (refusal !== undefined) throw refusal;
  return waiting;
}
