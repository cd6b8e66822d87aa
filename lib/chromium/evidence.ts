import type { Page } from 'playwright-core';
import { withDeadline } from './deadline.ts';
import { messageOf } from './message-of.ts';

export type Picture = { readonly png: Uint8Array } | { readonly png?: undefined; readonly reason: string };

/**
 * A picture of the whole page (PNG). Never throws and never takes longer than `timeoutMs`: evidence must not change an
 * outcome.
 */
export async function pictureOf(page: Page, { timeoutMs }: { readonly timeoutMs: number }): Promise<Picture> {
  try {
    const taken = page.screenshot({ fullPage: true, type: 'png', timeout: timeoutMs });
    return { png: await withDeadline(taken, timeoutMs, 'the screenshot') };
  } catch (error) {
    return { reason: messageOf(error) };
  }
}
