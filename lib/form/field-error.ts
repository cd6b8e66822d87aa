import { z } from 'zod';
import type { FieldCode, FieldError } from '../submission/errors.ts';

/** Those of zod's formats that have a word of their own. */
const FORMATS: readonly string[] = ['email', 'url', 'date', 'time', 'datetime'] satisfies FieldCode[];

type Told = Pick<FieldError, 'code' | 'limit'>;

/** What a schema found wrong, at its field. @param input what was checked @param at the path before that of the issue */
export function fieldErrorOf(
  issue: z.core.$ZodIssue,
  input: unknown,
  at: readonly string[] = [],
): FieldError {
  return {
    field: [...at, ...issue.path].join('.'),
    message: issue.message,
    ...toldOf(issue, valueAt(input, issue.path)),
  };
}

/** For programs. Not where the schema has words of its own: those say more. */
function toldOf(issue: z.core.$ZodIssue, value: unknown): Told {
  const words = z.config().localeError?.({ ...issue, input: value } as z.core.$ZodRawIssue);
  if ((typeof words === 'string' ? words : words?.message) !== issue.message) return {};
  switch (issue.code) {
    case 'invalid_type':
      return { code: value === undefined ? 'required' : 'type' };
    case 'invalid_format':
      return { code: (FORMATS.includes(issue.format) ? issue.format : 'format') as FieldCode };
    case 'invalid_value':
      return { code: value === undefined ? 'required' : 'choice' };
    case 'unrecognized_keys':
      return { code: 'unexpected' };
    case 'too_small':
      return issue.inclusive === false
        ? {}
        : { code: SMALL[sortOf(issue.origin)], limit: Number(issue.minimum) };
    case 'too_big':
      return issue.inclusive === false
        ? {}
        : { code: LARGE[sortOf(issue.origin)], limit: Number(issue.maximum) };
    default:
      return {};
  }
}

const SMALL = { text: 'tooShort', list: 'tooFew', number: 'tooSmall' } as const satisfies Record<
  string,
  FieldCode
>;
const LARGE = { text: 'tooLong', list: 'tooMany', number: 'tooLarge' } as const satisfies Record<
  string,
  FieldCode
>;

function sortOf(origin: string): keyof typeof SMALL {
  if (origin === 'string') return 'text';
  return origin === 'array' || origin === 'set' ? 'list' : 'number';
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    input,
  );
}
