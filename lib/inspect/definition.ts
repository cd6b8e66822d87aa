import type { Field } from './field.ts';
import { quoted } from './find.ts';
import type { InspectedForm, Inspection } from './inspect.ts';
import { shortTitle } from './names.ts';
import { identityOf, isMarked, requiredOf, secretsAmong } from './needed.ts';
import type { Guess, ProofGuesses } from './proof-guesses.ts';
import { schemaOf } from './schema.ts';
import { fillCode, httpCode } from './steps.ts';

export interface DefinitionOptions {
  readonly name: string;
  /** Where the file will find `lib/form/index.ts`. */
  readonly library: string;
  /** ISO 8601, without the time. */
  readonly today: string;
}

/** Whether the sender `http` does for a form. */
export const isPlain = (form: InspectedForm): form is InspectedForm & { http: { css: string } } =>
  form.http.css !== undefined && form.http.whyNot.length === 0;

/** The definition of an inspected form, as the text of a file: not yet formatted. */
export function definitionOf(
  page: Inspection,
  form: InspectedForm,
  { name, library, today }: DefinitionOptions,
): string {
  const { fields, click, proofs } = form;
  const required = requiredOf(fields);
  const cascading = new Set(click?.fill.cascading);
  const schemas = fields.map((field) => ({
    field,
    schema: schemaOf(field, required.has(field.key), {
      cascading: cascading.has(field.key),
      listed: click?.fill.lists[field.key] ?? [],
    }),
  }));
  const secret = secretsAmong(fields);
  const identity = identityOf(fields, required);
  const body = [
    `/** ${headOf(page, form, today)} */`,
    'export default defineForm({',
    `name: ${quoted(name)},`,
    isPlain(form) && "sender: 'http',",
    `allow: [${form.hosts.map(quoted).join(', ')}],`,
    !fields.some(isMarked) && '// The page does not say which fields it requires.',
    'fields: z.strictObject({',
    ...schemas.map(({ field, schema }) => `${field.key}: ${schema.code},${note(schema.note)}`),
    '}),',
    '// TODO: a guess. Messages that are alike in these are one submission, and only the first of them is sent.',
    `identity: [${identity.map(quoted).join(', ')}],`,
    secret.length > 0 && `secret: [${secret.map(quoted).join(', ')}],`,
    `url: () => ${quoted(page.asked)},`,
    `label: ${labelCode(page, fields, required, secret)},`,
    '',
    isPlain(form) ? httpCode(form, required) : fillCode(form, required),
    '',
    ...proofCode(proofs, page.waiting),
    '});',
  ];
  const text = body.filter((line) => line !== false).join('\n');
  const helpers = ['attach', 'choose', 'defineForm', 'enter', 'fileField', 'sentenceWith', 'tick'];
  const used = helpers.filter((helper) => text.includes(`${helper}(`));
  return `import { z } from 'zod';\nimport { ${used.join(', ')} } from ${quoted(library)};\n\n${text}\n`;
}

function headOf({ title, asked, url }: Inspection, form: InspectedForm, today: string): string {
  const { needsPerson, http } = form;
  const lines = [
    `${shortTitle(title) || 'A form'}, as ${withoutQuery(asked)} showed it on ${today}.`,
    ...(withoutQuery(url) === withoutQuery(asked) ? [] : [`It led to ${withoutQuery(url)}.`]),
    ...(isPlain(form) ? [] : ['', `A plain request will not do: ${http.whyNot.join('; ')}.`]),
    ...(needsPerson.length === 0 ? [] : ['', 'TODO: a person must look at this first:']),
    ...needsPerson.map((reason) => `- ${reason}`),
  ];
  const wrapped = lines.flatMap((line) => (line === '' ? [''] : wrap(comment(line))));
  return `\n${wrapped.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n`;
}

const MAX_COLUMNS = 105;

function wrap(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= MAX_COLUMNS)
      lines.push(text.startsWith('- ') ? `  ${word}` : word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

/** What a page calls itself must not end the comment. */
const comment = (text: string) => text.replace(/\s+/g, ' ').replaceAll('*/', '* /');

const note = (text: string | undefined) => (text === undefined ? '' : ` // ${comment(text)}`);

const withoutQuery = (url: string) => url.replace(/[?#].*$/, '');

function labelCode(
  { title }: Inspection,
  fields: readonly Field[],
  required: ReadonlySet<string>,
  secret: readonly string[],
): string {
  const tells = ({ key, control }: Field) =>
    ['text', 'list'].includes(control.kind) &&
    required.has(key) &&
    !secret.includes(key) &&
    !isNumeric(control);
  const one = fields.find(tells);
  return one === undefined
    ? `() => ${quoted(shortTitle(title) || 'a submission')}`
    : `({ ${one.key} }) => ${one.key}`;
}

const isNumeric = ({ type }: Field['control']) => type === 'number' || type === 'range';

function proofCode(
  { receipt, already, refused, challenge, leftOut }: ProofGuesses,
  waiting: string | undefined,
): string[] {
  const guesses = Object.entries({ already, refused, challenge }).flatMap(([kind, guess]) =>
    guess === undefined ? [] : `${kind}: ${sentence(guess)},`,
  );
  const without =
    leftOut.length === 0 ? '' : `, without what it says already (${comment(leftOut.join(', '))})`;
  return [
    `// TODO: guesses${without}.`,
    "// Replace them by what this page says after a submit, such as: (answer) => answer.$('#receipt-number')",
    `receipt: ${receipt === undefined ? '() => undefined' : sentence(receipt)},`,
    ...guesses,
    ...(waiting === undefined ? [] : [`waiting: sentenceWith(/${waiting}/i),`]),
  ];
}

function sentence({ pattern, unless }: Guess): string {
  return `sentenceWith(/${pattern}/i${unless === undefined ? '' : `, { unless: /${unless}/i }`})`;
}
