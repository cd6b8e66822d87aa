import type { Cheerio, CheerioAPI } from 'cheerio/slim';

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

const CONTROLS = 'input, select, textarea, button';

/** The enabled controls that a form owns, in the order of the page, whether or not they have a name. */
export function controlsOf($: CheerioAPI, form: Found): Control[] {
  const id = form.attr('id');
  const within = form.find(CONTROLS).filter((_, one) => [undefined, id].includes($(one).attr('form')));
  const elsewhere = $(CONTROLS).filter((_, one) => id !== undefined && $(one).attr('form') === id);
  const disabled = disabledByFieldset($);
  const enabled = (one: Element) => !disabled.has(one) && $(one).attr('disabled') === undefined;
  const owned: Element[] = within.add(elsewhere).toArray();
  return owned.filter(enabled).flatMap((one) => controlOf($, one) ?? []);
}

/** All in a disabled fieldset, but for its legend. */
function disabledByFieldset($: CheerioAPI): Set<Element> {
  const disabled = new Set<Element>();
  for (const fieldset of $('fieldset[disabled]').toArray()) {
    const spared = new Set($(fieldset).children('legend').first().find(CONTROLS).toArray());
    for (const one of $(fieldset).find(CONTROLS).toArray()) if (!spared.has(one)) disabled.add(one);
  }
  return disabled;
}

function controlOf($: CheerioAPI, element: Element): Control | undefined {
  const one = $(element);
  const common = {
    name: one.attr('name') ?? '',
    required: one.attr('required') !== undefined,
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
  const shut = new Set(select.find('optgroup[disabled]').find('option').toArray());
  const options = select
    .find('option')
    .toArray()
    .map((option) => ({
      value: $(option).attr('value') ?? $(option).text().replace(/\s+/g, ' ').trim(),
      selected: $(option).attr('selected') !== undefined,
      enabled: $(option).attr('disabled') === undefined && !shut.has(option),
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
