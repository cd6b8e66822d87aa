import type { BrowserContext, Locator, Page } from 'playwright-core';
import { MisfitError, messageOf } from '../submission/errors.ts';

/** One value that `fill` puts into one control. */
export interface Entry {
  /** As fast as can be. */
  put(): Promise<void>;
  /** As a person would: for controls that rewrite what comes at once. */
  putSlowly(): Promise<void>;
  /** Whether the control shows it. */
  holds(): Promise<boolean>;
}

interface Entered extends Entry {
  readonly control: Locator;
  readonly name: string;
  /** Whether the control on the page is still the very element that was filled. */
  isSame(): Promise<'same' | 'another' | 'gone'>;
}

/** By context, since a fill may go through several tabs. */
const entered = new WeakMap<BrowserContext, Entered[]>();

/**
 * Puts a value into a control, reads it back, and does so once more, slowly, where it does not hold.
 * @throws MisfitError with the field's name where it still does not hold; Error, with the field's name, when the control
 * cannot be used
 */
export async function enterChecked(control: Locator, entry: Entry): Promise<void> {
  const name = await within(String(control), async () => {
    await control.waitFor({ state: 'attached' });
    return nameOf(control);
  });
  await within(name, () => putUntilItHolds(name, entry));
  const element = await control.elementHandle();
  const step = await control.evaluate(placeOf);
  const isSame = async () => {
    if (control.page().isClosed() || (await control.count()) === 0) return 'gone';
    const isIt = await control.evaluate((now, then) => now === then, element).catch(() => false);
    if (isIt) return 'same';
    // A page that loaded itself anew is still the same step, and has lost what was filled.
    return (await control.first().evaluate(placeOf)) === step ? 'another' : 'gone';
  };
  const context = control.page().context();
  const all = entered.get(context) ?? [];
  // What was entered later into the same control counts.
  const others = all.filter((one) => String(one.control) !== String(control));
  entered.set(context, [...others, { ...entry, control, name, isSame }]);
}

/**
 * Reads everything back once more, just before the click: a page may wipe, or change, a value after it was filled (its script
 * came late, another field reset it). What a form has several pages for, and is gone by now, is left alone.
 * @throws MisfitError with the field's name
 */
export async function checkEntered(page: Page): Promise<void> {
  const all = entered.get(page.context()) ?? [];
  // Of a field that rewrites its value when it is left: the click on the submit control leaves the last one.
  for (const one of all) if ((await one.isSame()) !== 'gone') await leave(one.control);
  for (const one of all) {
    const where = await one.isSame();
    if (where === 'gone' || (await one.holds())) continue;
    // Not filled again: the next step of a form may have another field of the same name.
    if (where === 'another') {
      const advice = 'wait in fill for what replaces it, or name it so that it can be told from others';
      throw new MisfitError(`${one.name}: the page replaced this field after it was filled; ${advice}`);
    }
    await within(one.name, () => putUntilItHolds(one.name, left(one)));
  }
}

/** The same, with the field left each time before it is read. */
function left({ control, holds, put, putSlowly }: Entered): Entry {
  return { put, putSlowly, holds: () => leave(control).then(holds) };
}

async function leave(control: Locator): Promise<void> {
  await control.first().evaluate((element) => {
    let focused = element.ownerDocument.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    if (focused instanceof HTMLElement) focused.blur();
  });
}

async function putUntilItHolds(name: string, entry: Entry): Promise<void> {
  await entry.put();
  if (await entry.holds()) return;
  await entry.putSlowly();
  if (await entry.holds()) return;
  throw new MisfitError(
    `${name}: the field does not show the value that was entered, typed key by key either`,
  );
}

/** A definition that reads a field which the data does not have must not enter the word "undefined". @throws MisfitError */
export function refuseNothing(control: Locator, value: unknown): void {
  if (value !== undefined && value !== null) return;
  throw new MisfitError(
    `${String(control)}: there is no value to enter: does fill read a field that the data does not have?`,
  );
}

/** Whatever goes wrong is told with the field's name in front. */
async function within<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof MisfitError) throw thrown;
    throw new Error(`${name}: ${messageOf(thrown)}`, { cause: thrown });
  }
}

/** Runs in the page. */
function placeOf(element: Element): string {
  return element.ownerDocument.URL.replace(/[?#].*/, '');
}

/** What a person would call it: its label, else how the form looks for it. */
async function nameOf(control: Locator): Promise<string> {
  const label = await control.evaluate((element) => {
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
    const title = (labels[0] ?? element.querySelector('legend'))?.cloneNode(true) as Element | undefined;
    // A label may stand around its control, and so around a list's options.
    for (const control of title?.querySelectorAll('select, textarea, button') ?? []) control.remove();
    return title?.textContent || element.getAttribute('aria-label') || element.getAttribute('name') || '';
  });
  return label.replace(/\s+/g, ' ').trim().slice(0, 80) || String(control);
}
