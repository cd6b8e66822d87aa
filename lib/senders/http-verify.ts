import { openEgress } from '../egress/proxy.ts';
import type { HttpForm } from '../form/define.ts';
import type { Data } from '../submission/key.ts';
import type { Verdict } from '../submission/ports.ts';
import { HttpSession } from './http-session.ts';
import { answerOf } from './http-text.ts';
import { visitByHttp } from './http-visit.ts';
import { verdictOf } from './verdict.ts';

/**
 * Looks a submission up by the form's `verify`, with nothing but GETs.
 * @throws Error when the page cannot be loaded, or when the signal aborts
 */
export async function verifyByHttp(
  form: HttpForm,
  data: Data,
  options: {
    readonly localTargets: readonly string[];
    readonly signal: AbortSignal;
    readonly timeoutMs: number;
  },
): Promise<Verdict> {
  const { verify, allow } = form;
  if (verify === undefined) return { kind: 'cannotTell', reason: 'the form has no verify' };
  const egress = await openEgress({ allow, localTargets: options.localTargets });
  try {
    const told = await visitByHttp(new HttpSession(egress), egress, verify.url(data), options);
    return verdictOf(verify, data, answerOf(told));
  } finally {
    await egress.close();
  }
}
