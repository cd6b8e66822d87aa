import type { Answer } from '../form/answer.ts';
import type { Form } from '../form/define.ts';
import { type Judgement, judgeBeforeSubmit } from '../form/proof.ts';
import { isServerError } from './server-error.ts';

/** How things stand before anything was submitted. A target that is down refuses nobody: it is tried again. */
export function saidBefore(form: Form, answer: Answer): Judgement | undefined {
  const judgement = judgeBeforeSubmit(form, answer);
  return judgement?.kind === 'refused' && isServerError(answer) ? undefined : judgement;
}
