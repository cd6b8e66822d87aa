import type { Answer } from './answer.ts';
import type { Form, Proof } from './define.ts';

/** A receipt is a line or two. What a record keeps of it is cut only once its secrets are out. Characters. */
export const MAX_TEXT = 20_000;

export interface Judgement {
  readonly kind: 'submitted' | 'already' | 'expired' | 'notOpenYet' | 'refused' | 'challenge';
  /** The text that proves it. */
  readonly text: string;
}

/**
 * What the answer to the submitting request, or the page it leads to, proves. The order matters: nothing overturns a
 * receipt. A status alone proves nothing, nor does what was said `before`; `undefined` where nothing matches.
 */
export function judgeAfterSubmit(
  form: Form,
  answer: Answer,
  before: readonly Judgement[] = [],
): Judgement | undefined {
  return judgementsAfterSubmit(form, answer).find(
    ({ kind, text }) => !before.some((said) => said.kind === kind && said.text === text),
  );
}

/** Everything that would be proven by it, in that order. */
export function judgementsAfterSubmit(form: Form, answer: Answer): readonly Judgement[] {
  return [
    match('submitted', form.receipt, answer),
    match('already', form.already, answer),
    match('expired', form.expired, answer),
    match('notOpenYet', form.notOpenYet, answer),
    match('refused', form.refused, answer),
  ].filter((judgement) => judgement !== undefined);
}

/** Why the page is to be waited for: a queue, maintenance. */
export function judgeWaiting(form: Form, answer: Answer): Judgement | undefined {
  return match('notOpenYet', form.waiting, answer);
}

/** What the page says before anything was submitted. */
export function judgeBeforeSubmit(form: Form, answer: Answer): Judgement | undefined {
  return (
    match('challenge', form.challenge, answer) ??
    match('already', form.already, answer) ??
    match('notOpenYet', form.notOpenYet, answer) ??
    match('refused', form.refused, answer)
  );
}

/** A proof that throws proves nothing: an interim answer may be empty, and the page after it tells. */
function match(kind: Judgement['kind'], proof: Proof | undefined, answer: Answer): Judgement | undefined {
  let text: string | undefined;
  try {
    text = proof?.(answer);
  } catch {
    return undefined;
  }
  // An empty element is a place for text, not the text.
  return typeof text === 'string' && text.trim() !== '' ? { kind, text: text.slice(0, MAX_TEXT) } : undefined;
}
