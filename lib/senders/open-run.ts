import type { Form } from '../form/define.ts';
import type { FormRun, Verify } from '../submission/ports.ts';
import { BrowserRun, type RunOptions } from './browser-run.ts';
import { verifyInBrowser } from './browser-verify.ts';
import { HttpRun } from './http-run.ts';
import { verifyByHttp } from './http-verify.ts';

export interface AnyRunOptions extends Omit<RunOptions, 'form'> {
  readonly form: Form;
}

export const needsBrowser = (form: Form): boolean => form.sender !== 'http';

/** One drive of a form, by the sender that it asks for. */
export function openRun(options: AnyRunOptions): FormRun {
  const { form, ...rest } = options;
  return form.sender === 'http' ? new HttpRun({ ...rest, form }) : new BrowserRun({ ...rest, form });
}

/** The form's look-up by the same way; `undefined` where it has none. */
export function verifierOf(options: AnyRunOptions): Verify | undefined {
  const { form, data, localTargets, browsers, timeouts } = options;
  if (form.verify === undefined) return undefined;
  if (form.sender !== 'http') {
    return (signal) => verifyInBrowser(form, data, { browsers, localTargets, signal });
  }
  return (signal) => verifyByHttp(form, data, { localTargets, signal, timeoutMs: timeouts.navigationMs });
}
