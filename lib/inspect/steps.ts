import type { Field } from './field.ts';
import { codeOf, quoted } from './find.ts';
import type { InspectedForm } from './inspect.ts';
import { buttonOf } from './judge.ts';

/** `http` of a definition, as code. */
export function httpCode(
  form: InspectedForm & { http: { css: string } },
  required: ReadonlySet<string>,
): string {
  const { fields, candidate, http } = form;
  const names = [...new Set(fields.map(({ control }) => control.name))];
  const pairs = names.map((name) => {
    const own = fields.filter(({ control }) => control.name === name);
    const [one] = own;
    if (own.length === 1 && one !== undefined) return pair(name, httpValue(one));
    return pair(name, `[${own.map(({ key }) => (required.has(key) ? key : `${key} ?? ''`)).join(', ')}]`);
  });
  const button = buttonOf(candidate);
  const several = candidate.buttons.filter(({ control }) => control.type !== 'button').length > 1;
  if (several && button !== undefined && button.name !== '')
    pairs.push(pair(button.name, quoted(button.value)));
  return `http: {
    form: ${quoted(http.css)},
    values: ({ ${fields.map(({ key }) => key).join(', ')} }) => ({ ${pairs.join(', ')} }),
  },`;
}

const pair = (name: string, value: string) => (name === value ? name : `${quoted(name)}: ${value}`);

function httpValue({ key, control, members }: Field): string {
  return control.kind === 'checkbox' && members.length === 1 ? `${key} ? ${quoted(control.value)} : []` : key;
}

/** `fill` and `submit` of a definition, as code; with `submission`, where it is not a page load by POST. */
export function fillCode(form: InspectedForm, required: ReadonlySet<string>): string {
  const { fields, path, submit, click } = form;
  const frames = path.map((css) => `.frameLocator(${quoted(css)})`).join('');
  const root = frames === '' ? 'page' : 'frame';
  const steps = fields.flatMap((field) => stepCode(field, root, required.has(field.key)));
  const submission = click?.submission;
  const isUsual = submission === undefined || (submission.load === 'page' && submission.method !== 'GET');
  const control =
    submit === undefined
      ? "page.locator('TODO: the control that submits')"
      : `page${frames}${codeOf(submit)}`;
  return [
    'async fill(page, data) {',
    ...(frames === '' ? [] : [`const frame = page${frames};`]),
    ...steps,
    '},',
    `submit: (page) => ${control},`,
    ...(isUsual
      ? []
      : [
          `submission: { method: ${quoted(submission.method)}, path: ${quoted(new URL(submission.url).pathname)} },`,
        ]),
  ].join('\n');
}

function stepCode(field: Field, root: string, isRequired: boolean): string {
  const { key, control, members, find } = field;
  const value = `data.${key}`;
  const isSet = isRequired || control.kind === 'checkbox' ? '' : `if (${value} !== undefined) `;
  if (members.length > 1 && control.kind === 'checkbox') {
    const all = members.map((member) => quoted(member.value)).join(', ');
    return `for (const one of [${all}] as const) {
      await tick(${root}.locator(${memberCode(field, 'one')}), ${value}.includes(one));
    }`;
  }
  if (control.kind === 'radio' && find === undefined) {
    return `${isSet}await tick(${root}.locator(${memberCode(field, value)}), true);`;
  }
  if (find === undefined) return `// TODO: fill in ${quoted(field.label || key)}, ${value}`;
  return `${isSet}await ${helperOf(field)}(${root}${codeOf(find)}, ${value});`;
}

function helperOf({ control }: Field): string {
  switch (control.kind) {
    case 'select':
    case 'list':
    case 'radio':
      return 'choose';
    case 'checkbox':
      return 'tick';
    case 'file':
      return 'attach';
    case 'text':
      return 'enter';
    case 'hidden':
    case 'button':
      throw new Error(`nobody fills in a ${control.kind}`);
    default:
      return control.kind satisfies never;
  }
}

/** The CSS of one box or button of several, as a template. */
function memberCode({ control }: Field, value: string): string {
  const name = JSON.stringify(control.name).replace(/[\\`]|\$\{/g, String.raw`\$&`);
  return `\`input[name=${name}][value="\${${value}}"]\``;
}
