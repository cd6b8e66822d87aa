import type { FrameLocator, Page } from 'playwright-core';
import { attach } from '../form/attach.ts';
import { choose } from '../form/choose.ts';
import { enter } from '../form/enter.ts';
import { tick } from '../form/tick.ts';
import { messageOf } from '../submission/errors.ts';
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
  /** Fields whose choices came only after another choice. */
  readonly cascading: readonly string[];
}

/** Fills a form with plausible values, by the same helpers as a definition would. */
export async function fillDry(root: Page | FrameLocator, fields: readonly Field[]): Promise<DryFill> {
  const values: Record<string, Sample> = {};
  const unfilled: { field: Field; why: string }[] = [];
  const cascading: string[] = [];
  for (const field of fields) {
    const isLate = field.control.kind === 'select' && field.control.options.length === 0;
    const late = isLate ? await lateOptions(root, field) : undefined;
    if (late !== undefined) cascading.push(field.key);
    const sample = late ?? sampleOf(field);
    if (sample === undefined || (Array.isArray(sample) && sample.length === 0)) {
      unfilled.push({ field, why: 'no plausible value came to mind' });
      continue;
    }
    try {
      await put(root, field, sample);
      values[field.key] = sample;
    } catch (thrown) {
      unfilled.push({ field, why: messageOf(thrown).split('\n')[0] ?? '' });
    }
  }
  return { values, unfilled, cascading };
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

async function lateOptions(root: Page | FrameLocator, { find }: Field): Promise<string | undefined> {
  if (find === undefined) return undefined;
  const options = locate(root, find).locator('option:not([value=""]):not([disabled])');
  const first = options.first();
  try {
    await first.waitFor({ state: 'attached', timeout: OPTIONS_WAIT_MS });
    return await first.evaluate((option) => (option as HTMLOptionElement).value);
  } catch {
    return undefined;
  }
}
