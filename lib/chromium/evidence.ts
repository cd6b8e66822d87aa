import type { Page } from 'playwright-core';
import { withDeadline } from './deadline.ts';
import { messageOf } from './message-of.ts';
import { type Find, Veil } from './veil.ts';

export type Picture = { readonly png: Uint8Array } | { readonly png?: undefined; readonly reason: string };

export interface PictureOptions {
  readonly timeoutMs: number;
  /** Finds what the picture must not show: it is hidden under boxes of one colour. Absent where there is nothing to hide. */
  readonly secret?: Find | undefined;
}

/**
 * A picture of the whole page (PNG). Never throws and never takes longer than `timeoutMs`: evidence must not change an
 * outcome. Nor must it leak: where it is not certain that everything secret is hidden, there is none.
 */
export async function pictureOf(page: Page, { timeoutMs, secret }: PictureOptions): Promise<Picture> {
  try {
    const taken = secret === undefined ? pngOf(page, timeoutMs) : veiledPngOf(page, secret, timeoutMs);
    return { png: await withDeadline(taken, timeoutMs, 'the screenshot') };
  } catch (error) {
    const reason = messageOf(error);
    // A page may throw what it likes into the search.
    return { reason: secret?.(reason).length ? 'the page failed with a secret in its error' : reason };
  }
}

async function veiledPngOf(page: Page, secret: Find, timeoutMs: number): Promise<Uint8Array> {
  const veil = new Veil(page, secret);
  const mask = await veil.draw();
  const png = await pngOf(page, timeoutMs, { mask, maskColor: MASK_COLOUR });
  await veil.check();
  return png;
}

/** No page has it by accident. */
const MASK_COLOUR = '#ff00ff';

async function pngOf(
  page: Page,
  timeoutMs: number,
  mask: Parameters<Page['screenshot']>[0] = {},
): Promise<Uint8Array> {
  // To measure a page, Playwright brings 360 kB of its own script into it: half of what a picture costs. Most receipts fit.
  const fullPage = !(await page.evaluate(fitsTheWindow).catch(() => false));
  return page.screenshot({ fullPage, type: 'png', timeout: timeoutMs, ...mask });
}

/** Runs in the page. */
function fitsTheWindow(): boolean {
  const all = [document.body, document.documentElement];
  return all.every(
    (one) =>
      Math.max(one.scrollWidth, one.offsetWidth) <= window.innerWidth &&
      Math.max(one.scrollHeight, one.offsetHeight) <= window.innerHeight,
  );
}
