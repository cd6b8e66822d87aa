import type { Egress } from '../egress/proxy.ts';
import { messageOf } from '../submission/errors.ts';
import { repeatsTheBody } from './browser-headers.ts';
import type { Ask, Told } from './http-exchange.ts';
import { type HttpSession, redirectOf } from './http-session.ts';
import { withoutQuery } from './plain-error.ts';
import { MAX_HOPS } from './sent.ts';

export type SentByHttp =
  /** The target's own answer, after redirects that repeat the body. */
  | { readonly kind: 'answered'; readonly told: Told }
  /** No byte of the request left, and none can leave any more. */
  | { readonly kind: 'unsent'; readonly reason: string }
  | { readonly kind: 'noAnswer'; readonly reason: string };

/**
 * Sends the submission once. The request is on its way when the call returns its promise.
 *
 * A redirect that repeats the body (307, 308) is followed with one send a hop. From the first answer on nothing counts as unsent:
 * the target has had the request.
 */
export async function sendByHttp(
  session: HttpSession,
  egress: Egress,
  submission: Ask,
  signal: AbortSignal,
): Promise<SentByHttp> {
  const { hostname, port, protocol } = submission.url;
  egress.watch(hostname, Number(port || (protocol === 'https:' ? 443 : 80)));
  let told: Told;
  try {
    told = await session.ask(submission, signal);
  } catch (thrown) {
    // Concluded only once the proxy refuses everything, and only from what it saw: an error's text proves nothing.
    const reach = egress.seal();
    const reason = withoutQuery(messageOf(thrown));
    return reach === 'tunnelled'
      ? { kind: 'noAnswer', reason }
      : { kind: 'unsent', reason: `${reason} (reached: ${reach})` };
  }
  try {
    for (let hop = 1; repeatsTheBody(submission.method, told.status); hop++) {
      const next = redirectOf(told);
      if (next === undefined) break;
      if (hop > MAX_HOPS) return { kind: 'noAnswer', reason: `redirected more than ${MAX_HOPS} times` };
      told = await session.ask({ ...submission, url: next }, signal);
    }
    return { kind: 'answered', told };
  } catch (thrown) {
    return { kind: 'noAnswer', reason: `redirected, and then: ${withoutQuery(messageOf(thrown))}` };
  }
}
