import type { Page, Route } from 'playwright-core';
import type { Answer } from '../form/answer.ts';
import type { BrowserForm } from '../form/define.ts';
import { checkEntered } from '../form/entered.ts';
import type { Judgement } from '../form/proof.ts';
import { withoutValues } from '../form/redact.ts';
import { MisfitError, ParkError } from '../submission/errors.ts';
import type { Data } from '../submission/key.ts';
import { type Before, lookBefore } from './await-proof.ts';
import { awaitTurn } from './await-turn.ts';
import type { Documents } from './documents.ts';
import type { GatedContext } from './gated-context.ts';
import { pageSays, waitingOn } from './page-says.ts';
import { isAbsent, plainError, withoutQuery } from './plain-error.ts';
import { isServerError } from './server-error.ts';
import { clickSubmit } from './submit-step.ts';
import { visit } from './visit.ts';

export interface Filled {
  /** The submitting request, held back. */
  readonly route: Route;
  /** The submission is a page load, not a request of a script. */
  readonly navigates: boolean;
  readonly before: Before;
}

/** The page said how things stand before anything was submitted. */
export interface SaidBefore {
  readonly said: Judgement;
}

/**
 * Everything up to the point of no return: load, look, fill, click, hold.
 * @throws ParkError when the form's definition does not fit the page; Error when a step failed
 */
export async function fillAndHold(
  page: Page,
  gated: GatedContext,
  documents: Documents,
  what: {
    readonly form: BrowserForm;
    readonly data: Data;
    readonly actionMs: number;
    readonly waitingMs: () => number;
  },
): Promise<Filled | SaidBefore> {
  const { form, data, actionMs, waitingMs } = what;
  await visit(page, form.url(data), gated.egress);
  const said =
    (await awaitTurn(form, page, documents, { egress: gated.egress, waitingMs: waitingMs() })) ??
    (await pageSays(form, page, documents));
  if (said !== undefined) return { said };
  try {
    await form.fill(page, data);
    refuseEarly(gated);
    await checkEntered(page);
    // Looked at before the click: a page whose load is held back does not answer.
    const before = await lookBefore(form, documents);
    // "Really submit?" Whoever clicks means it; a listener of the form's own, added before, goes first.
    page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
    const route = await clickSubmit(form.submit(page), gated.gate, form.name, actionMs);
    return { route, navigates: route.request().isNavigationRequest(), before };
  } catch (thrown) {
    // A login wall, a queue once more, or a form that closed meanwhile explains a control that is not there.
    if (thrown instanceof ParkError) throw thrown;
    // What was dropped too early is why the page did not go on.
    refuseEarly(gated);
    const why = (await waitingOn(form, page, documents)) ?? (await pageSays(form, page, documents));
    if (why === undefined) throw failureOf(thrown, data, await documents.answerOf(page.mainFrame()));
    return { said: why };
  }
}

/** A page of a target that is down fits no form; that says nothing of the definition. */
function failureOf(thrown: unknown, data: Data, answer: Answer | undefined): Error {
  const message = withoutValues(plainError(thrown), data);
  const isMisfit = thrown instanceof MisfitError || isAbsent(thrown);
  if (!isMisfit || answer === undefined || isServerError(answer))
    return new Error(message, { cause: thrown });
  return new MisfitError(message, { cause: thrown });
}

function refuseEarly({ gate }: GatedContext): void {
  const early = gate.dropped.find(({ why }) => why === 'early');
  if (early === undefined) return;
  throw new ParkError(
    'submittedDuringFill',
    `fill itself led to the submission, ${early.method} ${withoutQuery(early.url)}. If it only goes on to the next page, add ` +
      `\`drafts: [{ method: '${early.method}', path: '${new URL(early.url).pathname}' }]\` to the form`,
  );
}
