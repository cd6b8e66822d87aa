import type { RequestPattern } from '../form/define.ts';

/** What the gate needs to know of a request. */
export interface GateRequest {
  readonly method: string;
  readonly url: string;
  /** A page load in a tab or popup, not in a frame. */
  readonly mainFrameNavigation: boolean;
  /** Nothing that a page shows needs it: rules for speculative loads, a prefetch, an icon. */
  readonly speculative?: boolean;
  /** What the page wants it for, as Chromium says: `image`, `font`, `script`, … */
  readonly kind?: string;
}

/**
 * Where the attempt stands, for the gate.
 *
 *   filling -> submitting -> matched -> sealed
 *
 * `submitting` begins just before the engine clicks, `matched` with the first request that counts as the submission.
 */
export type GateState = 'filling' | 'submitting' | 'matched' | 'sealed';

export interface GateRules {
  /** The form's own declaration; without it, a page load by anything but GET or HEAD is the submission. */
  readonly submission?: RequestPattern | undefined;
  readonly drafts: readonly RequestPattern[];
  /** What the form does without, by `kind`. */
  readonly blocks?: readonly string[] | undefined;
}

/**
 * - `pass`: harmless, let it go
 * - `block`: harmless, and the form does without it; drop it
 * - `hold`: the submission; keep it until the ledger is armed
 * - `early`: the submission before its time (a fill that presses Enter); drop it
 * - `repeat`: the submission once more; drop it
 * - `undeclared`: might change something at the target and nobody declared it; drop it
 * - `speculative`: leads to requests that pass no gate; drop it
 * - `sealed`: might change something, and the attempt is over; drop it
 */
export type GateDecision =
  | 'pass'
  | 'block'
  | 'hold'
  | 'early'
  | 'repeat'
  | 'undeclared'
  | 'speculative'
  | 'sealed';

/** Methods that ask and change nothing. */
export const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The rules of the commit gate; pure, so that they can be checked for every combination. */
export function decide(request: GateRequest, state: GateState, rules: GateRules): GateDecision {
  const changes = !SAFE.has(request.method);
  const submits = isSubmission(request, rules);
  if (request.speculative && !submits) return 'speculative';
  // The page may still load what it shows: somebody will look at its picture.
  if (state === 'sealed') return changes || submits ? 'sealed' : harmless(request, rules);
  if (submits) {
    if (state === 'filling') return 'early';
    return state === 'submitting' ? 'hold' : 'repeat';
  }
  if (changes) return rules.drafts.some((draft) => matches(request, draft)) ? 'pass' : 'undeclared';
  // A form that submits by GET without saying so: the click leads to a page load, and that load is the submission.
  if (state === 'submitting' && request.mainFrameNavigation) return 'undeclared';
  return harmless(request, rules);
}

function harmless({ kind = '' }: GateRequest, { blocks }: GateRules): 'pass' | 'block' {
  return blocks?.includes(kind) ? 'block' : 'pass';
}

function isSubmission(request: GateRequest, { submission, drafts }: GateRules): boolean {
  if (submission !== undefined) return matches(request, submission);
  // A login by page load is no submission where it is declared as a draft.
  const declared = drafts.some((draft) => matches(request, draft));
  return request.mainFrameNavigation && !SAFE.has(request.method) && !declared;
}

export function matches(request: Pick<GateRequest, 'method' | 'url'>, pattern: RequestPattern): boolean {
  if (request.method !== pattern.method.toUpperCase()) return false;
  const { pathname } = new URL(request.url);
  return typeof pattern.path === 'string' ? pathname === pattern.path : pattern.path.test(pathname);
}
