import type { Form } from '../form/define.ts';
import type { Data } from '../submission/key.ts';
import type { Verdict } from '../submission/ports.ts';
import { Documents } from './documents.ts';
import { type GatedContextOptions, openGatedContext, untilGone } from './gated-context.ts';
import { withoutQuery } from './plain-error.ts';
import { isServerError } from './server-error.ts';
import { visit } from './visit.ts';

/**
 * Looks a submission up by the form's `verify`, in a context whose gate never lets a submission through.
 * @throws Error when the page cannot be loaded, or when the signal aborts
 */
export async function verifyInBrowser(
  form: Form,
  data: Data,
  options: GatedContextOptions,
): Promise<Verdict> {
  const { verify } = form;
  if (verify === undefined) return { kind: 'cannotTell', reason: 'the form has no verify' };
  const gated = await openGatedContext(form, options);
  const look = async (): Promise<Verdict> => {
    const documents = new Documents(gated.context);
    const { page } = gated;
    await visit(page, verify.url(data), gated.egress);
    const answer = await documents.answerOf(page);
    // Otherwise a look-up that takes a page without the submission for its absence would be believed.
    if (answer && isServerError(answer)) throw new Error(`the page of verify answered ${answer.status}`);
    const found = answer && verify.judge(answer, data);
    if (answer === undefined || found === undefined)
      return { kind: 'cannotTell', reason: 'the page did not tell' };
    const { status } = answer;
    const url = withoutQuery(answer.url);
    if (found === 'absent') return { kind: 'absent', outcome: { text: 'not found by verify', url, status } };
    return { kind: 'landed', outcome: { text: found.landed, url, status } };
  };
  try {
    return await untilGone(AbortSignal.any([gated.gone, options.signal]), look());
  } catch (thrown) {
    options.signal.throwIfAborted();
    throw thrown;
  } finally {
    await gated.close();
  }
}
