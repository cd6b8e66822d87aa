import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { Form } from '../../lib/form/define.ts';
import type { LineError, Lines } from './lines.ts';

/** As much of JSON Schema as says what a cell may hold. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
}

interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

interface Column {
  readonly path: readonly string[];
  readonly types: ReadonlySet<string>;
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** The rows of a CSV as messages; the first row names the fields. */
export function csvLines(text: string, form: Form): Lines {
  let rows: readonly Row[];
  try {
    // The types of csv-parse do not know what `info` does.
    rows = parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      skip_empty_lines: true,
    }) as unknown as readonly Row[];
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown;
    return { lines: [], errors: [tell(thrown)] };
  }
  const [head, ...body] = rows;
  const columns = (head?.record ?? []).map((name) => columnOf(form, name.trim()));
  const errors = headErrors(head?.record ?? [], columns, form);
  if (errors.length > 0) return { lines: [], errors };
  const known = columns.filter((column) => column !== undefined);
  let last = head?.info.lines ?? 0;
  return {
    errors: [],
    lines: body.map(({ record, info }) => {
      // Where a row begins: one in quotes may go over several lines.
      const line = last + 1;
      last = info.lines;
      return { line, text: JSON.stringify({ form: form.name, data: dataOf(record, known) }) };
    }),
  };
}

/** Spreadsheets of countries with a decimal comma write semicolons. */
function delimiterOf(text: string): string {
  const head = text.slice(0, text.indexOf('\n') + 1 || text.length);
  return [',', ';', '\t'].find((one) => head.includes(one)) ?? ',';
}

function columnOf(form: Form, name: string): Column | undefined {
  const schema = z.toJSONSchema(form.fields, { io: 'input', unrepresentable: 'any' }) as Schema;
  const path = Object.hasOwn(schema.properties ?? {}, name) ? [name] : name.split('.');
  const field = path.reduce<Schema | undefined>((at, part) => own(at?.properties, part), schema);
  return field && { path, types: new Set(typesOf(field)) };
}

function own(properties: Schema['properties'] = {}, name: string): Schema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function typesOf({ type, anyOf = [], enum: values = [] }: Schema): string[] {
  return [type ?? [], anyOf.flatMap(typesOf), values.map((value) => typeof value)].flat(2);
}

function headErrors(
  names: readonly string[],
  columns: readonly (Column | undefined)[],
  form: Form,
): readonly LineError[] {
  const known = Object.keys(form.fields.shape).join(', ');
  return names.flatMap((name, index) => {
    const error = (message: string) => [{ line: 1, field: name, message }];
    if (columns[index] === undefined) return error(`is no field of ${form.name}; there are ${known}`);
    return names.indexOf(name) === index ? [] : error('is there twice');
  });
}

function dataOf(record: readonly string[], columns: readonly Column[]): object {
  const data: Record<string, unknown> = {};
  for (const [index, { path, types }] of columns.entries()) {
    const cell = record[index] ?? '';
    if (cell === '') continue;
    let at = data;
    for (const part of path.slice(0, -1)) {
      at[part] ??= {};
      at = at[part] as Record<string, unknown>;
    }
    at[path.at(-1) ?? ''] = readCell(cell, types);
  }
  return data;
}

/** What fits no type stays as it is: the form's schema says what is wrong with it. */
function readCell(cell: string, types: ReadonlySet<string>): unknown {
  if (types.has('string') || types.size === 0) return cell;
  if ((types.has('number') || types.has('integer')) && NUMBER.test(cell.trim())) return Number(cell);
  if (types.has('boolean') && /^(true|false)$/i.test(cell.trim()))
    return cell.trim().toLowerCase() === 'true';
  if (types.has('array') || types.has('object')) {
    try {
      return JSON.parse(cell);
    } catch {
      return cell;
    }
  }
  return cell;
}

/** Without the reader's own words, which quote what stands there. */
function tell({ code, ...error }: CsvError): LineError {
  const line = 'lines' in error ? Number(error.lines) : 1;
  const message =
    code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH'
      ? 'has another number of columns than the first line'
      : `is no CSV (${code}): look at its quotes`;
  return { line, field: '', message };
}
