import type { Page } from 'playwright-core';
import type { Answer } from '../form/answer.ts';
import type { Form } from '../form/define.ts';
import { type Judgement, judgeAfterSubmit } from '../form/proof.ts';
import type { Documents } from './documents.ts';
import type { Before } from './fill-and-hold.ts';
import { isDoubtful } from './server-error.ts';

const POLL_MS = 100;

export interface Proven {
  readonly judgement: Judgement;
  readonly answer: Answer;
  readonly page: Page;
}

export interface AwaitOptions {
  /** The submission is a page load: a page that stayed proves nothing. */
  readonly navigates: boolean;
  readonly before: Before;
  /** Of the answer to the submitting request itself. */
  readonly status: number;
  readonly leftMs: () => number;
}

/**
 * Looks at the pages until one of them proves something or the time is up: a receipt may come by a redirect, in a new
 * tab, or drawn by a script a moment later.
 *
 * Success is believed of any page that came after the send, or of one that stayed if it shows something new. Failure only of
 * the page that the answer itself led to, and of the whole of it: any other may fail for reasons of its own, such as a request
 * that we dropped, and the other half may hold the receipt.
 */
export async function awaitProof(
  form: Form,
  documents: Documents,
  options: AwaitOptions,
): Promise<Proven | undefined> {
  while (options.leftMs() > 0 && documents.alive) {
    for (const page of options.navigates ? documents.loadedSince() : documents.all()) {
      const answer = await documents.answerOf(page);
      const judgement = answer && judgeAfterSubmit(form, answer);
      if (answer === undefined || judgement === undefined) continue;
      if (await isBelieved({ judgement, answer, page }, form, documents, options))
        return { judgement, answer, page };
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return undefined;
}

async function isBelieved(
  { judgement, answer, page }: Proven,
  form: Form,
  documents: Documents,
  { before, status }: AwaitOptions,
): Promise<boolean> {
  if (isDoubtful(judgement, answer)) return false;
  const { kind, text } = judgement;
  const showsTheAnswer = documents.showsTheAnswer(page);
  switch (kind) {
    case 'submitted':
    case 'already': {
      // A page that goes on to its thanks without looking at an error does not know better than the error.
      if (status >= 400 && !showsTheAnswer) return false;
      if (before === 'unseen') return documents.loadedSince().includes(page);
      return before === 'nothing' || before.kind !== kind || before.text !== text;
    }
    case 'expired':
    case 'notOpenYet': {
      // These lead to another send. So the target itself must have said it, not a script of its page.
      const source = showsTheAnswer ? await documents.sourceOf(page) : undefined;
      return source !== undefined && judgeAfterSubmit(form, source)?.kind === kind;
    }
    case 'refused':
    case 'challenge':
      return showsTheAnswer && documents.isWhole(answer);
    default:
      return kind satisfies never;
  }
}
