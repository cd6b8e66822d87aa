import Table from 'cli-table3';
import { isPlain } from '../../lib/inspect/definition.ts';
import type { DryClick, SeenRequest } from '../../lib/inspect/dry-click.ts';
import type { Field } from '../../lib/inspect/field.ts';
import { codeOf } from '../../lib/inspect/find.ts';
import type { InspectedForm, Inspection } from '../../lib/inspect/inspect.ts';
import { buttonOf } from '../../lib/inspect/judge.ts';
import { variableOf } from '../../lib/inspect/names.ts';
import { requiredOf } from '../../lib/inspect/needed.ts';

/** What was found out about a page, for a person. */
export function asText(page: Inspection): string {
  const { form, title, url, status, forms, text } = page;
  const head = [`${title || '(no title)'}  ${url}  (status ${status})`];
  if (form === undefined) {
    return [...head, '', 'The page says:', `  ${text.replace(/\s+/g, ' ').trim().slice(0, 300)}`].join('\n');
  }
  if (forms.length > 1) {
    head.push('', `${forms.length} forms; this is about the first:`);
    head.push(
      ...forms.map(({ fields, where }) => `  ${where}, ${fields} ${fields === 1 ? 'field' : 'fields'}`),
    );
  } else head.push('', `The form: ${forms[0]?.where}`);
  return [
    ...head,
    '',
    fieldTable(form.fields),
    ...behind(form),
    '',
    ...ofSubmit(form),
    ...verdict(form),
  ].join('\n');
}

/** The same for a machine. */
export function asData({ form, text, ...page }: Inspection) {
  const about = { ...page, says: text.replace(/\s+/g, ' ').trim().slice(0, 300) };
  if (form === undefined) return { ...about, form: null };
  const { fields, click, http, needsPerson, hosts, path, submit, proofs } = form;
  const required = requiredOf(fields);
  return {
    ...about,
    form: {
      frames: path,
      fields: fields.map((field) => ({
        key: field.key,
        label: field.label,
        name: field.control.name,
        kind: field.control.kind,
        type: field.control.type,
        required: required.has(field.key),
        limits: limitsOf(field),
        choices: choicesOf(field),
        found: field.find === undefined ? null : `page${codeOf(field.find)}`,
      })),
      button: buttonOf(form.candidate)?.label ?? null,
      submit: submit === undefined ? null : `page${codeOf(submit)}`,
      request: click?.submission === undefined ? null : requestOf(click.submission),
      otherRequests: othersOf(click).map((one) => ({ ...requestOf(one), when: one.when })),
      sender: isPlain(form) ? 'http' : 'browser',
      whyNotHttp: http.whyNot,
      needsPerson,
      hosts,
      wordsLeftOut: proofs.leftOut,
      example: click?.fill.values ?? {},
    },
  };
}

/** What is left for a person to do once the definition is written. */
export function nextSteps(name: string, file: string, { click }: InspectedForm): string {
  const variable = variableOf(name);
  const example = JSON.stringify(click?.fill.values ?? {}, (_, value) =>
    typeof value === 'string' && value.length > 200 ? `${value.slice(0, 20)}…` : value,
  );
  return `
Wrote ${file}. Look at each TODO in it, then add it to forms/index.ts:

  import ${variable} from './${name}.ts';
  export const forms: readonly Form[] = [ …, ${variable}];

Data that the page took without complaint:

  ${example}

Try it, without sending anything:  npm run form -- try ${name} --data FILE`;
}

function fieldTable(fields: readonly Field[]): string {
  const table = new Table({
    head: ['field', 'label', 'type', 'limits, choices'],
    style: { head: [], border: [] },
    colWidths: [20, 30, 14, 44],
    wordWrap: true,
    wrapOnWordBoundary: true,
  });
  for (const field of fields) {
    const { key, label, control, members } = field;
    const type = members.length > 1 && control.kind === 'checkbox' ? 'checkboxes' : control.type;
    const choices = choicesOf(field);
    const shown = choices.length > 8 ? [...choices.slice(0, 7), `… ${choices.length} in all`] : choices;
    table.push([
      key,
      label,
      type,
      [...limitsOf(field), shown.join(' | ')].filter((one) => one !== '').join(', '),
    ]);
  }
  return table.toString();
}

function limitsOf({ control, members }: Field): string[] {
  const { min, max, step, pattern, accept, minLength, maxLength, multiple, readOnly, disabled } = control;
  const given: readonly [string, string | number | undefined][] = [
    ['min', min],
    ['max', max],
    ['step', step],
    ['minlength', minLength],
    ['maxlength', maxLength],
    ['pattern', pattern],
    ['accept', accept],
  ];
  return [
    ...(members.some(({ required }) => required) ? ['required'] : []),
    ...(multiple ? ['multiple'] : []),
    ...(readOnly ? ['read-only'] : []),
    ...(disabled ? ['disabled at first'] : []),
    ...given.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name} ${value}`])),
  ];
}

function choicesOf({ control, members }: Field): string[] {
  if (control.kind === 'radio' || members.length > 1) return members.map(({ value }) => value);
  return control.options.map(({ value, label }) => (value === label ? value : `${value} (${label})`));
}

function behind({ candidate }: InspectedForm): string[] {
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name || '(no name)').join(', ');
  const { hidden, unseen } = candidate;
  return [
    ...(hidden.length > 0 ? [`Hidden, sent as the page has them: ${names(hidden)}`] : []),
    ...(unseen.length > 0
      ? [`Not to be seen or used, so left alone (another step, or a trap for robots): ${names(unseen)}`]
      : []),
  ];
}

function ofSubmit({ candidate, submit, click }: InspectedForm): string[] {
  const button = buttonOf(candidate);
  const how = submit === undefined ? 'which no sure way finds' : `page${codeOf(submit)}`;
  const others = othersOf(click).map(
    ({ method, url, when }) =>
      `  ${method} ${url}, ${when === 'filling' ? 'while it was filled in' : 'after the click'}`,
  );
  return [
    button === undefined
      ? 'Submitted by: no control looks like it'
      : `Submitted by: "${button.label}", ${how}`,
    click?.submission === undefined
      ? 'Its request: not seen'
      : `Its request: ${described(click.submission)}  (made by a click, held and dropped)`,
    ...(others.length > 0 ? ['Dropped as well:', ...others] : []),
    ...(click?.dialogs.map((text) => `Asked first: "${text}" (answered with OK)`) ?? []),
  ];
}

function verdict(form: InspectedForm): string[] {
  const { http, needsPerson, hosts, proofs } = form;
  return [
    `Hosts: ${hosts.join(', ')}`,
    isPlain(form)
      ? "Plain HTTP does: the request of sender 'http' and the browser's are the same"
      : `Plain HTTP will not do: ${http.whyNot.join('; ')}`,
    ...(proofs.leftOut.length > 0
      ? [`Not used as proof, since the page says it already: ${proofs.leftOut.join(', ')}`]
      : []),
    needsPerson.length === 0 ? 'Needs a person: for the guesses in the definition only' : 'Needs a person:',
    ...needsPerson.map((reason) => `  - ${reason}`),
  ];
}

const othersOf = (click: DryClick | undefined) =>
  click?.requests.filter((one) => one !== click.submission) ?? [];

const LOADS = { page: 'a page load', frame: 'a page load in a frame', script: 'by a script' } as const;

const described = (one: SeenRequest) =>
  `${one.method} ${one.url}, ${one.type || 'no body'}, ${LOADS[one.load]}`;

const requestOf = ({ method, url, type, load, body }: SeenRequest) => ({ method, url, type, load, body });
