import type { Field, Kind } from './schema.ts';

/** What stands in the fields, by path: text as typed (a choice by its place), `true`, places of choices, or files. */
export type Value = string | boolean | readonly string[] | readonly File[];
export type Values = Readonly<Record<string, Value>>;
export type Errors = Readonly<Record<string, string>>;

export interface Read {
  readonly data: Readonly<Record<string, unknown>>;
  /** What cannot even be written as JSON; the rest is for the API to judge. */
  readonly errors: Errors;
}

export function initialOf(fields: readonly Field[]): Values {
  return Object.fromEntries(
    fields.flatMap(({ path, kind, required }): [string, Value][] => {
      if (kind.is === 'group') return Object.entries(initialOf(kind.fields));
      const initial = initialValue(kind, required);
      return initial === undefined ? [] : [[path, initial]];
    }),
  );
}

function initialValue(kind: Kind, required: boolean): Value | undefined {
  switch (kind.is) {
    case 'text':
    case 'number':
      return kind.initial;
    case 'yesNo':
      if (required) return kind.initial ?? false;
      return kind.initial === undefined ? undefined : String(kind.initial);
    case 'choice': {
      const { initial, values, several } = kind;
      if (initial === undefined) return undefined;
      const chosen = (Array.isArray(initial) ? initial : [initial]).map((one) => String(values.indexOf(one)));
      return several ? chosen : chosen[0];
    }
    case 'moment':
    case 'file':
    case 'group':
    case 'json':
      return undefined;
    default:
      return kind satisfies never;
  }
}

/** Makes of the fields what the API takes. What is left empty is left out. */
export async function read(
  fields: readonly Field[],
  values: Values,
  words: { readonly notJson: string; readonly notNumber: string },
): Promise<Read> {
  const data: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const { path, kind, required } of fields) {
    const name = path.slice(path.lastIndexOf('.') + 1);
    if (kind.is === 'group') {
      const group = await read(kind.fields, values, words);
      Object.assign(errors, group.errors);
      // One that must be there, so that what is missing is told at its fields.
      if (required || Object.keys(group.data).length > 0) data[name] = group.data;
      continue;
    }
    const value = values[path];
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    try {
      data[name] = await readOne(kind, value, words);
    } catch (error) {
      errors[path] = (error as Error).message;
    }
  }
  return { data, errors };
}

async function readOne(
  kind: Exclude<Kind, { is: 'group' }>,
  value: Value,
  words: { readonly notJson: string; readonly notNumber: string },
): Promise<unknown> {
  switch (kind.is) {
    case 'text':
      return value;
    case 'moment':
      // What the field shows is this machine's time.
      return new Date(String(value)).toISOString();
    case 'number': {
      const number = Number(value);
      if (!Number.isFinite(number)) throw new Error(words.notNumber);
      return number;
    }
    case 'yesNo':
      return value === true || value === 'true';
    case 'choice':
      return kind.several
        ? (value as readonly string[]).map((place) => kind.values[Number(place)])
        : kind.values[Number(value)];
    case 'file': {
      const files = await Promise.all((value as readonly File[]).map(asMessage));
      return kind.several ? files : files[0];
    }
    case 'json':
      try {
        return JSON.parse(String(value));
      } catch {
        throw new Error(words.notJson);
      }
    default:
      return kind satisfies never;
  }
}

/** As a message carries a file. */
async function asMessage(file: File): Promise<object> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  // In pieces: a call takes so many arguments.
  for (let at = 0; at < bytes.length; at += 8_192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return { name: file.name, type: file.type, base64: btoa(binary) };
}
