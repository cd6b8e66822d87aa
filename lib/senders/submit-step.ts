import type { Locator, Route } from 'playwright-core';
import { ParkError } from '../submission/errors.ts';
import type { Dropped, Gate } from './gate.ts';
import { withoutQuery } from './plain-error.ts';

/**
 * Clicks the control that submits and waits for the request that it makes, which the gate then holds back.
 *
 * @throws ParkError `undeclaredSubmit` when the click led to a request that the form does not declare; Error when it led
 * to none
 */
export async function clickSubmit(
  control: Locator,
  gate: Gate,
  formName: string,
  timeoutMs: number,
): Promise<Route> {
  gate.beginSubmit();
  const timeout = Promise.withResolvers<'timeout'>();
  const timer = setTimeout(() => timeout.resolve('timeout'), timeoutMs);
  // Once a request is held the click has done its work, whatever becomes of the click itself.
  const click = control.click({ timeout: timeoutMs }).then(
    () => timeout.promise,
    (error: unknown) => ({ error }),
  );
  const first = await Promise.race([gate.held, click]);
  clearTimeout(timer);
  timeout.resolve('timeout');
  if (first !== 'timeout' && !('error' in first)) return first;

  const undeclared = gate.dropped.find(({ why }) => why === 'undeclared');
  if (undeclared !== undefined) throw new ParkError('undeclaredSubmit', advice(undeclared, formName));
  if (first === 'timeout') {
    const invalid = await invalidAround(control);
    const why = invalid.length === 0 ? '' : `: the page itself does not accept ${invalid.join(', ')}`;
    throw new Error(`the submit control led to no request within ${timeoutMs} ms${why}`);
  }
  throw first.error;
}

const LOOK_TIMEOUT_MS = 1_000;

/** The fields that keep the browser from submitting, by their labels. */
async function invalidAround(control: Locator): Promise<readonly string[]> {
  const look = (button: Element) => {
    const form = (button as HTMLButtonElement).form ?? button.closest('form');
    const fields = [...(form?.elements ?? [])].filter((field) => field.matches(':invalid'));
    return fields.map((field) => {
      const label =
        (field as HTMLInputElement).labels?.[0]?.textContent ?? field.getAttribute('name') ?? field.tagName;
      return `"${label.replace(/\s+/g, ' ').trim().slice(0, 80)}"`;
    });
  };
  return control.evaluate(look, undefined, { timeout: LOOK_TIMEOUT_MS }).catch(() => []);
}

function advice({ method, url }: Dropped, formName: string): string {
  const { origin, pathname } = new URL(withoutQuery(url));
  return (
    `the submit control made a request that the form does not declare: ${method} ${origin}${pathname}. If it is the submission, add ` +
    `\`submission: { method: '${method}', path: '${pathname}' }\` to forms/${formName}.ts; if it is harmless, add it to \`drafts\``
  );
}
