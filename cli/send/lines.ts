import type { Form } from '../../lib/form/define.ts';
import { csvLines } from './csv.ts';

/** What is wrong with a line; `field` is a dotted path, empty for the whole. */
export interface LineError {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

export interface Lines {
  /** Each a message as JSON. */
  readonly lines: readonly { readonly line: number; readonly text: string }[];
  readonly errors: readonly LineError[];
}

/** The messages in a file: one, JSON Lines or CSV, as its content shows. @param form of CSV, and of JSON that is data alone */
export function linesOf(bytes: Uint8Array, form: Form | undefined): Lines {
  const text = decoded(bytes);
  if (text === undefined) return wrong('is not UTF-8: save it as UTF-8');
  const start = text.trimStart()[0];
  if (start === undefined) return wrong('is empty');
  if (start === '[') return wrong('is a list: write one message a line (jq -c ".[]" makes them of it)');
  if (start !== '{') {
    return form === undefined
      ? wrong('is no JSON; of CSV say which form, with --form NAME')
      : csvLines(text, form);
  }
  const wrapped = (json: string) =>
    form === undefined ? json : `{"form":${JSON.stringify(form.name)},"data":${json}}`;
  if (isJson(text)) return { lines: [{ line: 1, text: wrapped(text) }], errors: [] };
  const lines = text
    .split('\n')
    .map((one, index) => ({ line: index + 1, text: one.trim() }))
    .filter((one) => one.text !== '');
  // What is no JSON alone might be some within our braces.
  const broken = lines.filter((one) => !isJson(one.text));
  return {
    lines: lines.filter((one) => !broken.includes(one)).map((one) => ({ ...one, text: wrapped(one.text) })),
    errors: broken.map(({ line }) => ({ line, field: '', message: 'is not JSON' })),
  };
}

function wrong(message: string): Lines {
  return { lines: [], errors: [{ line: 1, field: '', message }] };
}

/** Without a byte order mark. Strictly: what is no UTF-8 would be replaced, and something else sent than was written. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
