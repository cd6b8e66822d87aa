import type { Page } from 'playwright-core';
import type { ReadAnswer } from '../form/answer.ts';
import type { Form } from '../form/define.ts';
import { type Judgement, judgeBeforeSubmit, judgeWaiting } from '../form/proof.ts';
import type { Documents } from './documents.ts';
import { saidBefore } from './said-before.ts';

/** How things stand before anything was submitted, by the page of the form and the frames that a person sees in it. */
export async function pageSays(form: Form, page: Page, documents: Documents): Promise<Judgement | undefined> {
  return firstOf(page, documents, (answer) => saidBefore(form, answer), inFrame(form));
}

/** Why the page is to be waited for. A queue, or the widget that has one, may be in a frame. */
export async function waitingOn(
  form: Form,
  page: Page,
  documents: Documents,
): Promise<Judgement | undefined> {
  const judge = (answer: ReadAnswer) => judgeWaiting(form, answer);
  return form.waiting && firstOf(page, documents, judge, judge);
}

type Judge = (answer: ReadAnswer) => Judgement | undefined;

/**
 * CAPTCHAs are frames. They and *not open yet* cost nothing where a frame has it wrong: nothing was sent, and a person looks, or
 * it is tried again. *Already* and *refused* are final and come without a send, so they are believed of the page alone: a widget
 * in it may well show an error of its own.
 */
function inFrame(form: Form): Judge | undefined {
  if (form.challenge === undefined && form.notOpenYet === undefined) return undefined;
  return (answer) => {
    const said = judgeBeforeSubmit(form, answer);
    return said?.kind === 'challenge' || said?.kind === 'notOpenYet' ? said : undefined;
  };
}

async function firstOf(
  page: Page,
  documents: Documents,
  byTab: Judge,
  byFrame: Judge | undefined,
): Promise<Judgement | undefined> {
  const answer = await documents.answerOf(page.mainFrame());
  const said = answer && byTab(answer);
  if (said !== undefined || byFrame === undefined) return said;
  for (const { answer: within } of await documents.frames()) {
    const saidWithin = byFrame(within);
    if (saidWithin !== undefined) return saidWithin;
  }
  return undefined;
}
