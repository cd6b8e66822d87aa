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
 * Where the submission is not a page load (`before` is given: what the page showed until then), a page that was not loaded
 * since may only prove success, and only with what it did not show before. That something failed may have other reasons:
 * a request that we dropped, or a script that gave up waiting.
 */
export async function awaitProof(
  form: Form,
  documents: Documents,
  options: { readonly before: Judgement | 'nothing' | undefined; readonly leftMs: () => number },
): Promise<Proven | undefined> {
  const { before, leftMs } = options;
  while (leftMs() > 0 && documents.alive) {
    const loaded = documents.loadedSince();
    for (const page of before === undefined ? loaded : documents.all()) {
      const answer = await documents.answerOf(page);
      const judgement = answer && judgeAfterSubmit(form, answer);
      if (answer === undefined || judgement === undefined) continue;
      if (loaded.includes(page) || isNewSuccess(judgement, before)) return { judgement, answer, page };
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return undefined;
}

function isNewSuccess({ kind, text }: Judgement, before: Judgement | 'nothing' | undefined): boolean {
  if (kind !== 'submitted' && kind !== 'already') return false;
  return before === 'nothing' || before?.kind !== kind || before.text !== text;
}
