import type { FrameLocator, Locator, Page } from 'playwright-core';
import { attach } from '../form/attach.ts';
import { choose } from '../form/choose.ts';
import { enter } from '../form/enter.ts';
import { tick } from '../form/tick.ts';
import { plainError } from '../senders/plain-error.ts';
import type { Field } from './field.ts';
import { locate } from './find.ts';
import { type Sample, type SampleFile, sampleOf } from './sample.ts';

/** Options that load after another choice are waited for so long. */
const OPTIONS_WAIT_MS = 3_000;

export interface DryFill {
  /** What was put in, by the keys of the fields. */
  readonly values: Readonly<Record<string, Sample>>;
  /** Fields that could not be filled, and why. */
  readonly unfilled: readonly { readonly field: Field; readonly why: string }[];
  /** Fields whose choices came, or changed, only after another choice. */
  readonly cascading: readonly string[];
  /** What the lists showed that a script draws, by the keys of their fields. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

/** Fills a form with plausible values, by the same helpers as a definition would. */
export async function fillDry(root: Page | FrameLocator, fields: readonly Field[]): Promise<DryFill> {
  const values: Record<string, Sample> = {};
  const lists: Record<string, readonly string[]> = {};
  const unfilled: { field: Field; why: string }[] = [];
  for (const field of fields) {
    try {
      const sample = await sampleFor(root, field, lists);
      if (sample === undefined || (Array.isArray(sample) && sample.length === 0)) {
        throw new Error('no plausible value came to mind');
      }
      await put(root, field, sample);
      values[field.key] = sample;
    } catch (thrown) {
      unfilled.push({ field, why: plainError(thrown) });
    }
  }
  return { values, unfilled, lists, cascading: await changedIn(root, fields) };
}

async function sampleFor(
  root: Page | FrameLocator,
  field: Field,
  lists: Record<string, readonly string[]>,
): Promise<Sample> {
  const { control, find, key } = field;
  if (find === undefined || control.options.length > 0) return sampleOf(field);
  if (control.kind === 'select') {
    const first = locate(root, find).locator(CHOICES).first();
    await first.waitFor({ state: 'attached', timeout: OPTIONS_WAIT_MS }).catch(() => {
      throw new Error('it has no choices');
    });
    return first.evaluate((option) => (option as HTMLOptionElement).value);
  }
  if (control.kind !== 'list') return sampleOf(field);
  const shown = await openedList(root, locate(root, find));
  lists[key] = shown;
  return shown[0];
}

const CHOICES = 'option:not([value=""]):not([disabled])';

/** What a list shows when it is opened; it is closed again, so that whoever chooses opens it himself. */
async function openedList(root: Page | FrameLocator, control: Locator): Promise<string[]> {
  await control.click();
  const options = root.getByRole('option').filter({ visible: true });
  await options
    .first()
    .waitFor({ timeout: OPTIONS_WAIT_MS })
    .catch(() => {});
  const shown = await options.allInnerTexts();
  await control.press('Escape');
  if ((await options.count()) > 0) await control.click();
  return shown.map((text) => text.replace(/\s+/g, ' ').trim());
}

/** The fields whose choices are others than they were on the page as it came. */
async function changedIn(root: Page | FrameLocator, fields: readonly Field[]): Promise<string[]> {
  const changed: string[] = [];
  for (const { key, control, find } of fields) {
    if (control.kind !== 'select' || find === undefined) continue;
    const now = await locate(root, find)
      .locator(CHOICES)
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
      .catch(() => []);
    const before = new Set(control.options.map(({ value }) => value));
    if (now.length !== before.size || now.some((value) => !before.has(value))) changed.push(key);
  }
  return changed;
}

async function put(root: Page | FrameLocator, field: Field, sample: Sample): Promise<void> {
  const { control, members, find } = field;
  if (control.kind === 'radio' || members.length > 1) {
    const wanted = typeof sample === 'string' ? [sample] : (sample as readonly string[]);
    for (const value of wanted) {
      if (control.kind === 'radio' && find !== undefined) await choose(locate(root, find), value);
      else await tick(root.locator(memberCss(field, value)), true);
    }
    return;
  }
  if (find === undefined) throw new Error('no way to find it was sure');
  const locator = locate(root, find);
  switch (control.kind) {
    case 'select':
    case 'list':
      return choose(locator, sample as string | readonly string[]);
    case 'checkbox':
      return tick(locator, true);
    case 'file':
      return attach(locator, sample as SampleFile);
    case 'text':
      return enter(locator, sample as string | number);
    case 'hidden':
    case 'button':
      throw new Error(`nobody fills in a ${control.kind}`);
    default:
      return control.kind satisfies never;
  }
}

/** One box or button of several that have the same name. */
export function memberCss({ control }: Field, value: string): string {
  return `input[name=${JSON.stringify(control.name)}][value=${JSON.stringify(value)}]`;
}
