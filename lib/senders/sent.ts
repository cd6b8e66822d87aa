import type { BrowserContext } from 'playwright-core';
import type { Egress } from '../egress/proxy.ts';

/** What the target said to the submitting request, after redirects that repeat it. */
export interface AnswerHead {
  readonly url: string;
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface TargetAnswer extends AnswerHead {
  /** All of it, unpacked. */
  readonly body: Buffer;
}

export interface Answered {
  readonly kind: 'answered';
  /** Without its body where only the browser has that: then the pages tell. */
  readonly answer: AnswerHead | TargetAnswer;
  /** Gives the answer to the page. */
  show(context: BrowserContext): Promise<void>;
}

export type Unanswered =
  /** No byte of the request left, and none can leave any more. */
  | { readonly kind: 'unsent'; readonly reason: string }
  | { readonly kind: 'noAnswer'; readonly reason: string };

/** What became of the submitting request. */
export type Sent = Answered | Unanswered;

/** How many redirects that repeat the request are followed. */
export const MAX_HOPS = 5;

/** *Unsent* is concluded only once the proxy refuses everything, so that nothing can still leave. */
export function unanswered(egress: Egress, why: string): Unanswered {
  const reason = egress.flooded ? 'the target sends more than it may' : why;
  const reach = egress.seal();
  if (reach === 'tunnelled') return { kind: 'noAnswer', reason };
  return { kind: 'unsent', reason: `${reason} (reached: ${reach})` };
}
