import type { Page } from 'playwright-core';
import { type Judgement, judgeWaiting } from '../form/proof.ts';
import type { BrowserForm } from '../form/define.ts';
import type { Egress } from '../egress/proxy.ts';
import type { Documents } from './documents.ts';
import { saidInFrame } from './said-before.ts';
import { refusalOf } from './visit.ts';

/** A queue page asks its server about as often by itself; this looks at the page only, and costs the target nothing. */
const POLL_MS = 500;

/**
 * Stays on a page that says to wait (a queue, maintenance) until it says so no longer: it goes on by itself, perhaps to another
 * path or host.
 * @returns what it still says when the time is up
 * @throws ParkError `hostNotAllowed` when it led to a host that the form may not reach; Error when the page is gone
 */
export async function awaitTurn(
  form: BrowserForm,
  { page, documents, egress }: { readonly page: Page; readonly documents: Documents; readonly egress: Egress },
  waitMs: () => number,
): Promise<Judgement | undefined> {
  if (form.waiting === undefined) return undefined;
}
