import { setTimeout as sleep } from 'node:timers/promises';
import type { Judgement } from '../form/proof.ts';
import { messageOf } from '../submission/errors.ts';
import type { Told } from './http-exchange.ts';
import { refreshOf } from './http-refresh.ts';
import { type HttpSession, redirectOf } from './http-session.ts';
import { withoutQuery } from './plain-error.ts';

/** "Please wait" may come a few times. */
const MAX_REFRESHES = 5;

export interface Followed {
  /** The last page that came. */
  readonly told: Told;
  readonly judgement?: Judgement | undefined;
  /** Why nothing is known of what comes after it. */
  readonly failure?: string;
}

/**
 * Goes on from the answer to the submission as a browser does, with nothing but GETs: to the page that it redirects to, and, as long
 * as nothing is proven, to the pages that such a page leads on to by itself.
 */
export async function followByHttp(
  session: HttpSession,
  answer: Told,
  judge: (told: Told) => Judgement | undefined,
  signal: AbortSignal,
): Promise<Followed> {
  let told = answer;
  try {
    const next = redirectOf(told);
    if (next !== undefined) told = await session.load(next, signal);
    for (let refreshes = 0; ; refreshes++) {
      // The other half may say the opposite.
      if (!told.whole) return { told, failure: 'the answer came only in part, or is too large to be read' };
      const judged = judge(told);
      // These lead to another send, so only the answer itself is believed, not a page that came after it.
      const isLate = refreshes > 0 && (judged?.kind === 'expired' || judged?.kind === 'notOpenYet');
      const judgement = isLate ? undefined : judged;
      const refresh = judgement === undefined && refreshes < MAX_REFRESHES ? refreshOf(told) : undefined;
      if (refresh === undefined) return { told, judgement };
      await sleep(refresh.afterMs, undefined, { signal });
      told = await session.load(refresh.url, signal);
    }
  } catch (thrown) {
    return { told, failure: `redirected, and then: ${withoutQuery(messageOf(thrown))}` };
  }
}
