import type { Candidate, Members } from './candidate.ts';
import type { ControlFacts, FormTag } from './facts.ts';
import { type Find, hasPlainId } from './find.ts';

/** A longer label is a sentence, which its owner will change. */
const MAX_LABEL = 60;

/** The ways to find one control, the one that a person would choose first. */
export function findsOf(control: ControlFacts, { tag, fields }: Candidate): Find[] {
  const finds: Find[] = [];
  const label = plainLabel(control.label);
  if (control.kind === 'button') {
    if (label !== '' && label.length <= MAX_LABEL)
      finds.push(...both({ by: 'role', role: 'button', text: label }));
  } else if (label !== '' && label.length <= MAX_LABEL) {
    if (control.type === 'combobox') finds.push(...both({ by: 'role', role: 'combobox', text: label }));
    finds.push(...both({ by: 'label', text: label }));
  } else if (control.placeholder !== '') {
    finds.push(...both({ by: 'placeholder', text: control.placeholder }));
  }
  return [...finds, ...cssFinds(control, tag, fields[0]?.[0].control.name)];
}

/** The ways to find what holds the radio buttons of a group, and no others. */
export function groupFindsOf([{ control }]: Members): Find[] {
  const group = plainLabel(control.group);
  const named: Find[] = (['group', 'radiogroup'] as const).flatMap((role) =>
    group === '' ? [] : both({ by: 'role', role, text: group }),
  );
  const has = `:has(input[name=${JSON.stringify(control.name)}])`;
  return [
    ...named,
    ...['fieldset', '[role=radiogroup]'].map((css): Find => ({ by: 'css', text: css + has })),
  ];
}

/** Without what only says that it is required. */
function plainLabel(label: string): string {
  return label
    .replace(/\((?:required|wajib|optional)\)/gi, '')
    .replace(/^[\s*]+|[\s*:]+$/g, '')
    .trim();
}

function both(find: { by: 'label' | 'placeholder'; text: string }): Find[];
function both(find: Omit<Extract<Find, { by: 'role' }>, 'exact'>): Find[];
function both(find: object): Find[] {
  return [false, true].map((exact) => ({ ...find, exact }) as Find);
}

function cssFinds(
  { id, name, tag, kind, type, value }: ControlFacts,
  form: FormTag | undefined,
  fieldName: string | undefined,
): Find[] {
  const named = `${tag}[name=${JSON.stringify(name)}]`;
  const one = kind === 'checkbox' && tag === 'input' ? `${named}[value=${JSON.stringify(value)}]` : named;
  const scopes = form === undefined ? [] : formCss(form, fieldName);
  const inForm = (inner: string) => scopes.map((scope) => `${scope} ${inner}`);
  const css = [
    ...(name === '' ? [] : [named, one, ...inForm(named)]),
    ...(hasPlainId(id) ? [`#${id}`] : []),
    ...(kind === 'button' && type === 'submit' ? [...inForm('[type=submit]'), ...inForm('button')] : []),
    ...(name === '' && kind !== 'button' ? [tag, ...inForm(tag), ...inForm(`${tag}[type=${type}]`)] : []),
  ];
  return css.map((text) => ({ by: 'css', text }));
}

/** The ways to name a `<form>`, the most telling first. `fieldName`: of one of its fields. */
export function formCss({ id, name, action }: FormTag, fieldName = ''): string[] {
  return [
    ...(hasPlainId(id) ? [`form#${id}`] : []),
    ...(name === '' ? [] : [`form[name=${JSON.stringify(name)}]`]),
    // An action that holds a query may hold a token.
    ...(action === undefined || /[?]/.test(action) ? [] : [`form[action=${JSON.stringify(action)}]`]),
    ...(fieldName === '' ? [] : [`form:has([name=${JSON.stringify(fieldName)}])`]),
    'form',
  ];
}
