import type { Judgement } from '../form/proof.ts';
import { ParkError } from '../submission/errors.ts';
import type { Outcome } from '../submission/phases.ts';
import type { RunResult } from '../submission/ports.ts';
import { withoutQuery } from './plain-error.ts';

/** Where it was said; a query may hold data, which a record must not. */
export function placeOf({ url, status }: { readonly url: string; readonly status?: number }) {
  return { url: withoutQuery(url), ...(status === undefined ? {} : { status }) };
}

/**
 * How a run ends that was told so.
 * @throws ParkError `challenge`
 */
export function resultOf(
  { kind, text }: Judgement,
  where: { readonly url: string; readonly status?: number },
  complete: (outcome: Outcome) => Outcome = (outcome) => outcome,
): RunResult {
  switch (kind) {
    case 'submitted':
    case 'already':
    case 'refused':
      return { kind, outcome: complete({ text, ...placeOf(where) }) };
    case 'expired':
    case 'notOpenYet':
      return { kind, reason: text };
    case 'challenge':
      throw new ParkError('challenge', `a person must get past this first: ${text}`);
    default:
      return kind satisfies never;
  }
}
