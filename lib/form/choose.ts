import type { Locator } from 'playwright-core';
import { messageOf } from '../submission/errors.ts';
import { enterChecked, refuseNothing } from './entered.ts';
import { plain } from './plain.ts';
import { setChecked } from './tick.ts';

/** A list that filters by what is typed shows nothing until something is; one that does not has opened by then. */
const LIST_OPENS_MS = 1_000;

/**
 * Chooses by value or visible label, and reads the choice back: in a `<select>` (options that load after another choice are
 * waited for), in a group of radio buttons, or in a list that a script draws, whose options have the role `option`. Several
 * choices only where a `<select>` takes them.
 * @throws MisfitError with the field's name where the choice does not stay; Error where there is no such option
 */
export async function choose(control: Locator, wanted: string | readonly string[]): Promise<void> {
  refuseNothing(control, wanted);
  const all = [wanted].flat();
  const [first = ''] = all;
  const kind = await control.evaluate(kindOf);
  if (kind !== 'select' && all.length !== 1) throw new Error('only a <select> takes several choices');
  switch (kind) {
    case 'select': {
      const put = async () => {
        await control.selectOption(all).catch(explain);
        if (await control.evaluate(isAmbiguous, all)) throw new Error(AMBIGUOUS);
      };
      const holds = async () => areSame(await control.evaluate(chosenIn), all);
      return enterChecked(control, { put, putSlowly: put, holds });
    }
    case 'radio': {
      const put = async () => setChecked(await buttonOf(control, first), true);
      const holds = async () => (await buttonOf(control, first)).isChecked();
      return enterChecked(control, { put, putSlowly: put, holds });
    }
    case 'list': {
      const put = () => pickFromList(control, first);
      const holds = async () => (await control.evaluate(shownAround)).map(plain).includes(plain(first));
      return enterChecked(control, { put, putSlowly: put, holds });
    }
    default:
      return kind satisfies never;
  }
}

/** Playwright tells it in the log of its calls only, which holds the value. */
function explain(thrown: unknown): never {
  if (!messageOf(thrown).includes('did not find some options')) throw thrown;
  throw new Error('it has no such option, or the option did not come in time');
}

/** The value of one option may be the label of another, and two may have the same label: to guess would be wrong data. */
const AMBIGUOUS = 'several of its options have this value or label: choose by one that only one of them has';

async function buttonOf(group: Locator, wanted: string): Promise<Locator> {
  const labelled = group.getByLabel(wanted, { exact: true });
  const valued = group.locator(`input[type=radio][value=${JSON.stringify(wanted)}]`);
  if ((await labelled.count()) === 0) return valued;
  if ((await labelled.or(valued).count()) > 1) throw new Error(AMBIGUOUS);
  return labelled;
}

async function pickFromList(control: Locator, wanted: string): Promise<void> {
  await control.click();
  // Lists are often drawn at the end of the page, far from their control.
  const frame = await (await control.elementHandle())?.ownerFrame();
  if (!frame) throw new Error('the control is gone');
  const option = frame.getByRole('option', { name: wanted, exact: true }).filter({ visible: true });
  if (await control.evaluate(takesText)) {
    const opened = option.waitFor({ timeout: LIST_OPENS_MS }).then(
      () => true,
      () => false,
    );
    if (!(await opened)) await control.fill(wanted);
  }
  await option.click();
}

interface Chosen {
  readonly value: string;
  readonly label: string;
}

function areSame(chosen: readonly Chosen[], wanted: readonly string[]): boolean {
  const is = ({ value, label }: Chosen, one: string) => value === one || plain(label) === plain(one);
  return (
    chosen.length === new Set(wanted).size && chosen.every((choice) => wanted.some((one) => is(choice, one)))
  );
}

/** Runs in the page. */
function kindOf(element: Element): 'select' | 'radio' | 'list' {
  if (element instanceof HTMLSelectElement) return 'select';
  return element.querySelector('input[type=radio]') === null ? 'list' : 'radio';
}

/** Runs in the page. */
function chosenIn(element: Element): Chosen[] {
  const options = [...(element as HTMLSelectElement).selectedOptions];
  return options.map(({ value, label }) => ({ value, label }));
}

/** Runs in the page. */
function takesText(element: Element): boolean {
  return element instanceof HTMLInputElement && !element.readOnly;
}

/** Runs in the page. The same choice that is listed twice is one. */
function isAmbiguous(element: Element, all: readonly string[]): boolean {
  const same = (text: string, other: string) =>
    text.replace(/\s+/g, ' ').trim() === other.replace(/\s+/g, ' ').trim();
  const options = [...(element as HTMLSelectElement).options];
  return all.some((one) => {
    const found = options.filter(({ value, label }) => value === one || same(label, one));
    return new Set(found.map(({ value }) => value)).size > 1;
  });
}

/**
 * Runs in the page. Each text that the control shows as a whole, or that stands beside it: many lists write the choice next to an
 * empty input. A part of a text is not the choice: its label may name it, or a longer option.
 */
function shownAround(control: Element): string[] {
  const own = 'value' in control ? String(control.value) : '';
  let around = control as HTMLElement;
  const inputs = 'input, select, textarea, button, [role=combobox], [role=listbox]';
  while (around.parentElement !== null) {
    const others = [...around.parentElement.querySelectorAll<HTMLElement>(inputs)];
    if (others.some((other) => other !== control && other.checkVisibility())) break;
    if (around.parentElement === document.body || around.parentElement instanceof HTMLFormElement) break;
    around = around.parentElement;
  }
  const shown = [around, ...around.querySelectorAll<HTMLElement>('*')].filter((element) => {
    const option = element.closest('[role=option]');
    // Of an open list the rest is what was not chosen.
    const isList = option === null && element.querySelector('[role=option]') !== null;
    const isChoice = option === null ? !isList : option.getAttribute('aria-selected') === 'true';
    return isChoice && element.checkVisibility({ visibilityProperty: true });
  });
  const texts = shown.flatMap((element) => [...element.childNodes].filter((node) => node instanceof Text));
  // biome-ignore lint/performance/useDomNodeTextContent: what a person sees, not the options of a closed list
  return [own, ...texts.map(({ data }) => data), ...shown.map((element) => element.innerText ?? '')];
}
