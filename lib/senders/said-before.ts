import type { ReadAnswer } from '../form/answer.ts';
import type { Form } from '../form/define.ts';
import { type Judgement, judgeBeforeSubmit } from '../form/proof.ts';
import { isDoubtful } from './server-error.ts';

/** How things stand before anything was submitted. A target that is down refuses nobody, nor does half a page: it is tried again. */
export function saidBefore(form: Form, answer: ReadAnswer): Judgement | undefined {
  const judgement = judgeBeforeSubmit(form, answer);
  return judgement?.kind === 'refused' && isDoubtful(judgement, answer) ? undefined : judgement;
}
