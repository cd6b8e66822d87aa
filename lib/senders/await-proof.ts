import type { Frame, Page } from 'playwright-core';
import { withDeadline } from '../chromium/deadline.ts';
import type { Answer } from '../form/answer.ts';
import type { Form } from '../form/define.ts';
import { type Judgement, judgeAfterSubmit, judgementsAfterSubmit } from '../form/proof.ts';
import type { Documents, Look } from './documents.ts';
import { isDoubtful } from './server-error.ts';

const POLL_MS = 100;

/** What stood there just before the send, in any tab or frame: it proves nothing after it. */
export interface Before {
  readonly said: readonly Judgement[];
  /** Did not say what they show, so whatever they show later may have been there. */
  readonly silent: ReadonlySet<Frame>;
}

export interface Proven {
  readonly judgement: Judgement;
  readonly answer: Answer;
  readonly page: Page;
}

export interface AwaitOptions {
  readonly before: Before;
  /** Of the answer to the submitting request itself. */
  readonly status: number;
  readonly leftMs: () => number;
}

export async function lookBefore(form: Form, documents: Documents): Promise<Before> {
  const { looks, silent } = await documents.all();
  return { said: looks.flatMap(({ answer }) => judgementsAfterSubmit(form, answer)), silent };
}

/**
 * Looks at the tabs, and at the frames within them, until one proves something or the time is up: a receipt may come by a
 * redirect, in a new tab, in a frame, as a file, or drawn by a script a moment later.
 *
 * Success is believed of any document that came after the send, or of one that stayed if it shows something new. Failure only
 * of the one that the answer itself led to, and of the whole of it: any other may fail for reasons of its own, such as a request
 * that we dropped, and the other half may hold the receipt.
 */
export async function awaitProof(
  form: Form,
  documents: Documents,
  options: AwaitOptions,
): Promise<Proven | undefined> {
  while (options.leftMs() > 0 && documents.alive) {
    // Asked for before the look: what comes during it is looked at at once.
    const { news } = documents;
    const tabs = provenBy(form, await documents.tabs(), options);
    const inTab = tabs.find(isSuccess);
    if (inTab !== undefined) return inTab;
    // Before a failure is believed: a receipt in a frame is one as well, and nothing overturns it.
    const frames = provenBy(form, await documents.frames(), options);
    const proven = frames.find(isSuccess) ?? (await failureIn([...tabs, ...frames], form, documents));
    if (proven !== undefined) return proven;
    await withDeadline(news, POLL_MS, 'the next page').catch(() => {});
  }
  return undefined;
}

interface Claimed extends Proven {
  readonly look: Look;
}

const isSuccess = ({ judgement: { kind } }: Proven) => kind === 'submitted' || kind === 'already';

/** What the documents would prove, were all of them to be believed when they tell of a failure. */
function provenBy(form: Form, looks: readonly Look[], { before, status }: AwaitOptions): readonly Claimed[] {
  return looks.flatMap((look) => {
    const { frame, answer, isNew, isTheAnswer } = look;
    const judgement = judgeAfterSubmit(form, answer, before.said);
    if (judgement === undefined || isDoubtful(judgement, answer)) return [];
    const proven = { judgement, answer, page: frame.page(), look };
    if (!isSuccess(proven)) return [proven];
    // A page that goes on to its thanks without looking at an error does not know better than the error.
    if (status >= 400 && !isTheAnswer) return [];
    return isNew || !before.silent.has(frame) ? [proven] : [];
  });
}

async function failureIn(
  claims: readonly Claimed[],
  form: Form,
  documents: Documents,
): Promise<Proven | undefined> {
  for (const claim of claims) {
    const { judgement, look } = claim;
    if (isSuccess(claim) || !look.isTheAnswer) continue;
    if (judgement.kind !== 'expired' && judgement.kind !== 'notOpenYet') return claim;
    // These lead to another send. So the target itself must have said it, not a script of its page.
    // Of a file the browser has nothing; what it shows meanwhile is another document.
    const source = look.answer.file ? undefined : await documents.sourceOf(look.frame);
    if (source !== undefined && judgeAfterSubmit(form, source)?.kind === judgement.kind) return claim;
  }
  return undefined;
}
