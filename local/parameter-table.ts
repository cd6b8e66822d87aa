/** The table of all stage parameters for docs/deploy.md, made from their schema and from serverless.yml. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { DEPLOYMENT, RUN_TIME } from '../lib/config/parameters.ts';

type Values = Readonly<Record<string, unknown>>;

const BEGIN = '<!-- parameters: made by local/write-docs.ts -->';
const END = '<!-- end of parameters -->';

/** Rows in the order of serverless.yml, which puts together what belongs together. */
export async function parameterTable(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '..', 'serverless.yml'), 'utf8');
  const { params } = parse(text) as { params: Record<'default' | 'local' | 'dev' | 'prod', Values> };
  const rows = Object.keys(params.default).map((name) => [
    `\`${name}\``,
    ...[{}, params.dev, params.prod].map((stage, index) =>
      index > 0 && !(name in stage) ? '' : shown({ ...params.default, ...stage }[name]),
    ),
    descriptionOf(name),
  ]);
  return markdown([['parameter', 'default', 'dev', 'prod', 'what it is'], ...rows]);
}

/** @throws Error where `text` has no place for the table */
export function withTable(text: string, table: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`no "${BEGIN}" … "${END}" in the page`);
  return `${text.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${text.slice(end)}`;
}

function descriptionOf(name: string): string {
  const shape: Readonly<Record<string, { readonly description?: string | undefined }>> = {
    ...RUN_TIME.shape,
    ...DEPLOYMENT.shape,
  };
  const description = shape[name]?.description;
  if (description === undefined) throw new Error(`the stage parameter ${name} has no description`);
  return description;
}

/** What the stack itself makes is shown as that. */
function shown(value: unknown): string {
  if (value === '') return '';
  return typeof value === 'object' ? 'the stack’s' : `\`${value}\``;
}

/** Laid out as the formatter of this project lays tables out. */
function markdown(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
