import type { Cheerio, CheerioAPI } from 'cheerio/slim';
import { MisfitError } from '../submission/errors.ts';

/** One control of a form, as the page has it. */
export interface Control {
  readonly name: string;
  readonly kind: 'text' | 'hidden' | 'choice' | 'file' | 'button';
  /** What goes where nothing else is said. Of a button: where it is pressed. */
  readonly values: readonly string[];
  /** Of a choice: what may be chosen. */
  readonly choices: readonly string[];
  readonly required: boolean;
  /** What a button says instead of its form: `formaction` and the like. */
  attribute(name: string): string | undefined;
}

type Found = ReturnType<CheerioAPI>;
type Element = ReturnType<Cheerio<never>['children']> extends Cheerio<infer One> ? One : never;
type Node = Element['children'][number];

const CONTROLS = 'input, select, textarea, button';
/** Far more than anybody fills in. */
const MAX_CONTROLS = 5_000;
const MAX_OPTIONS = 20_000;

/** Of a page where scripts run, these are no part: what a browser shows then is what is sent. */
const APART: ReadonlySet<string> = new Set(['template', 'noscript']);

/*
 * Goes from each control up to the root, and never through all that a form holds: cheerio's `find` and `add` take time that grows
 * with the square of it.
 */

/** The only element that a selector matches, if it is a form. @throws MisfitError when it is none, or there are others */
export function formOf($: CheerioAPI, css: string): Element {
  const [form, ...others] = ($(css).toArray() as Element[]).filter(isOnThePage);
  if (form === undefined) throw new MisfitError(`http.form ${css} matches nothing on the page`);
  if (others.length > 0) throw new MisfitError(`http.form ${css} matches more than one element of the page`);
  if (form.name !== 'form') throw new MisfitError(`http.form ${css} matches a ${form.name}, not a form`);
  return form;
}

/**
 * The enabled controls that a form owns, in the order of the page, whether or not they have a name.
 * @throws Error when the page has more of them than anybody fills in
 */
export function controlsOf($: CheerioAPI, form: Element): Control[] {
  const all: Element[] = $(CONTROLS).toArray();
  if (all.length > MAX_CONTROLS) throw new Error(`the page has more than ${MAX_CONTROLS} controls`);
  const owns = (one: Element) => {
    const { form: owner } = one.attribs;
    return owner === undefined ? ancestorsOf(one).includes(form) : owner === form.attribs.id;
  };
  return all
    .filter((one) => owns(one) && isOnThePage(one) && !isDisabled(one))
    .flatMap((one) => controlOf($, one) ?? []);
}

/** From its parent to the root. */
function ancestorsOf(one: Element): Element[] {
  const ancestors: Element[] = [];
  for (let up = one.parent; up !== null && 'name' in up; up = up.parent) ancestors.push(up);
  return ancestors;
}

const isOnThePage = (one: Element) => !ancestorsOf(one).some(({ name }) => APART.has(name));

/** Itself, or by a fieldset that it is in, but not in the legend of. */
function isDisabled(one: Element): boolean {
  const path = [one, ...ancestorsOf(one)];
  const shuts = ({ name, attribs }: Element, nth: number) =>
    name === 'fieldset' && attribs.disabled !== undefined && path[nth - 1]?.name !== 'legend';
  return one.attribs.disabled !== undefined || path.some(shuts);
}

function controlOf($: CheerioAPI, element: Element): Control | undefined {
  const one = $(element);
  const common = {
    name: one.attr('name') ?? '',
    // Browsers ask it of nothing that a person cannot fill in.
    required: one.is('[required]:not([readonly]):not([type=hidden i])'),
    choices: [],
    attribute: (name: string) => one.attr(name),
  };
  const value = one.attr('value');
  if (one.is('select')) return { ...common, kind: 'choice', ...optionsOf($, one) };
  // The parser keeps the line break that only sets the text apart from its tag.
  if (one.is('textarea')) return { ...common, kind: 'text', values: [one.text().replace(/^\r?\n/, '')] };
  const type = one.attr('type')?.toLowerCase() ?? (one.is('button') ? 'submit' : 'text');
  switch (type) {
    case 'button':
    case 'reset':
      return undefined;
    case 'submit':
    case 'image':
      return { ...common, kind: 'button', values: [value ?? ''] };
    case 'checkbox':
    case 'radio': {
      const choices = [value ?? 'on'];
      return { ...common, kind: 'choice', choices, values: one.attr('checked') === undefined ? [] : choices };
    }
    case 'file':
      return { ...common, kind: 'file', values: [] };
    case 'hidden':
      return { ...common, kind: 'hidden', values: [value ?? ''] };
    default:
      return { ...common, kind: one.is('button') ? 'button' : 'text', values: [value ?? ''] };
  }
}

function optionsOf($: CheerioAPI, select: Found): Pick<Control, 'choices' | 'values'> {
  const options = optionsIn(select.toArray() as Element[]).map((option) => ({
    value: option.attribs.value ?? $(option).text().replace(/\s+/g, ' ').trim(),
    selected: option.attribs.selected !== undefined,
    enabled: option.attribs.disabled === undefined && !isShut(option.parent),
  }));
  const enabled = options.filter((option) => option.enabled);
  const choices = enabled.map(({ value }) => value);
  const selected = options.filter((option) => option.selected);
  if (select.attr('multiple') !== undefined) {
    return { choices, values: selected.filter((option) => option.enabled).map(({ value }) => value) };
  }
  // One is always selected: the last that says so, else the first. One that is disabled ("Please choose") is not sent.
  const one = selected.at(-1) ?? enabled[0];
  return { choices, values: one?.enabled ? [one.value] : [] };
}

const isShut = (group: Element['parent']): boolean =>
  group !== null && 'name' in group && group.name === 'optgroup' && group.attribs.disabled !== undefined;

function optionsIn(nodes: readonly Node[], found: Element[] = []): Element[] {
  for (const node of nodes) {
    if (!('attribs' in node)) continue;
    if (node.name === 'option') found.push(node);
    else optionsIn(node.children, found);
    if (found.length > MAX_OPTIONS)
      throw new Error(`the page has more than ${MAX_OPTIONS} options in one field`);
  }
  return found;
}
