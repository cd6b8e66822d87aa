import { MisfitError, messageOf, ParkError, RetryError } from '../submission/errors.ts';
import type { Data } from '../submission/key.ts';
import type { Form } from './define.ts';
import { finderOf, type Span } from './find-secrets.ts';

/** A receipt is a line or two; a proof that returns the whole page must not fill records and logs. Characters. */
const MAX_BRIEF = 1_000;

/** What stands in their place. */
const HIDDEN = '…';

/** The values of a message that its form calls secret. */
export interface Secrets {
  /** The form has none, or the message has no value for them. */
  readonly none: boolean;
  /** Where they stand in a text. */
  find(text: string): readonly Span[];
  /** The text without them. */
  hide(text: string): string;
  /** The same, cut to what a record keeps. Hidden first: half of a secret would not be recognised. */
  brief(text: string): string;
  /** What was thrown, without them: for records, logs and parked messages. */
  hideIn(thrown: unknown): unknown;
}

/**
 * The secrets of one message. Everything below a secret field is one; yes and no are not, they stand everywhere.
 * `data`: as received, and, where it was accepted, after the schema too, which may change how a value is written.
 */
export function secretsOf(form: Pick<Form, 'secret'>, ...data: readonly Data[]): Secrets {
  const all = (form.secret ?? []).flatMap((field) => data.flatMap((one) => valuesOf(one[field])));
  const values = [...new Set(all.filter((value) => value.trim() !== ''))];
  const find = values.length === 0 ? () => [] : finderOf(values);
  const hide = (text: string) => hidden(text, find(text));
  const brief = (text: string) => hide(text).slice(0, MAX_BRIEF);
  return { none: values.length === 0, find, hide, brief, hideIn: (thrown) => withoutSecrets(thrown, brief) };
}

/** A text without what stands in the spans. */
export function hidden(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of spans) {
    parts.push(text.slice(at, from), HIDDEN);
    at = to;
  }
  return parts.join('') + text.slice(at);
}

function valuesOf(value: unknown): string[] {
  switch (typeof value) {
    case 'string':
      // Errors and proofs may show one line of several.
      return [value, ...value.split(/[\r\n]+/)];
    case 'number':
    case 'bigint':
      return [String(value)];
    case 'object':
      if (value instanceof Date) {
        const text = Number.isNaN(value.getTime()) ? '' : value.toISOString();
        return [text, text.slice(0, 10)];
      }
      return value === null ? [] : Object.values(value).flatMap(valuesOf);
    default:
      return [];
  }
}

/** The engine's own errors about ledger, time and host hold nothing of a message, and their class decides what comes next. */
function withoutSecrets(thrown: unknown, brief: (text: string) => string): unknown {
  if (thrown instanceof RetryError) return thrown;
  if (thrown instanceof ParkError) {
    const errors = thrown.errors.map(({ field, message, ...rest }) => ({
      ...rest,
      field: brief(field),
      message: brief(message),
    }));
    return new ParkError(thrown.reason, brief(thrown.message), errors);
  }
  const Kind = thrown instanceof MisfitError ? MisfitError : Error;
  const clean = new Kind(brief(messageOf(thrown)));
  if (thrown instanceof Error) clean.stack = brief(thrown.stack ?? '');
  return clean;
}
