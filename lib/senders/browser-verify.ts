import type { Form } from '../form/define.ts';
import type { Data } from '../submission/key.ts';
import type { Verdict } from '../submission/ports.ts';
import { Documents } from './documents.ts';
import { type GatedContextOptions, openGatedContext, untilGone } from './gated-context.ts';
import { verdictOf } from './verdict.ts';
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
    return verdictOf(verify, data, await documents.answerOf(page.mainFrame()));
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
