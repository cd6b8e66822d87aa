import type { Answer } from '../form/answer.ts';
import type { Verify } from '../form/define.ts';
import { MAX_TEXT } from '../form/proof.ts';
import type { Data } from '../submission/key.ts';
import type { Verdict } from '../submission/ports.ts';
import { withoutQuery } from './plain-error.ts';
import { isServerError } from './server-error.ts';

/**
 * What a look-up found.
 * @throws Error when the target failed: a look-up that takes a page without the submission for its absence would be believed
 */
export function verdictOf(verify: Verify<Data>, data: Data, answer: Answer | undefined): Verdict {
  if (answer && isServerError(answer)) throw new Error(`the page of verify answered ${answer.status}`);
  const found = answer && verify.judge(answer, data);
  if (answer === undefined || found === undefined)
    return { kind: 'cannotTell', reason: 'the page did not tell' };
  const { status } = answer;
  const url = withoutQuery(answer.url);
  if (found === 'absent') return { kind: 'absent', outcome: { text: 'not found by verify', url, status } };
  return { kind: 'landed', outcome: { text: found.landed.slice(0, MAX_TEXT), url, status } };
}
