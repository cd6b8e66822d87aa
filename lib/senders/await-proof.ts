import type { Page } from 'playwright-core';
import type { Answer } from '../form/answer.ts';
import type { Form } from '../form/define.ts';
import { type Judgement, judgeAfterSubmit } from '../form/proof.ts';
import type { Documents } from './documents.ts';

const POLL_MS = 100;

export interface Proven {
  readonly judgement: Judgement;
  readonly answer: Answer;
  readonly page: Page;
}

/**
 * Looks at the pages until one of them proves something or the time is up: a receipt may come by a redirect, in a new
 * tab, or drawn by a script a moment later.
 *
 * `navigates`: the submission is a page load, so what the page showed before it proves nothing.
 */
export async function awaitProof(
  form: Form,
  documents: Documents,
  options: { readonly navigates: boolean; readonly leftMs: () => number },
): Promise<Proven | undefined> {
  while (options.leftMs() > 0) {
    for (const page of options.navigates ? documents.loadedSince() : documents.all()) {
      const answer = await documents.answerOf(page);
      const judgement = answer && judgeAfterSubmit(form, answer);
      if (judgement !== undefined) return { judgement, answer: answer as Answer, page };
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return undefined;
}
