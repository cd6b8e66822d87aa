import type { Locator } from 'playwright-core';
import { enterChecked, refuseNothing } from './entered.ts';

/**
 * Checks or unchecks a checkbox or switch, and reads it back.
 * @throws MisfitError with the field's name where it does not stay so
 */
export async function tick(control: Locator, on: boolean): Promise<void> {
  refuseNothing(control, on);
  const set = () => setChecked(control, on);
  await enterChecked(control, {
    put: set,
    putSlowly: set,
    holds: async () => (await control.isChecked()) === on,
  });
}

/** A box that a style sheet hides is drawn by its label, and that is what people click. */
export async function setChecked(control: Locator, on: boolean): Promise<void> {
  if (await control.isVisible()) return control.setChecked(on);
  if ((await control.isChecked()) === on) return;
  const clicked = await control.evaluate((box) => {
    const label = (box as HTMLInputElement).labels?.[0];
    label?.click();
    return label !== undefined;
  });
  if (!clicked) throw new Error('the box is hidden and has no label to click');
}
