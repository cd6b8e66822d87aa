import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { withDeadline } from './deadline.ts';
import { messageOf } from './message-of.ts';

export type Screenshot = { readonly path: string } | { readonly path?: undefined; readonly reason: string };

/**
 * Writes a picture of the whole page to `file` (PNG; its folder is made). Never throws and never takes longer than
 * `timeoutMs`: evidence must not change an outcome.
 */
export async function screenshot(
  page: Page,
  file: string,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<Screenshot> {
  try {
    await withDeadline(write(page, file, timeoutMs), timeoutMs, 'the screenshot');
    return { path: file };
  } catch (error) {
    return { reason: messageOf(error) };
  }
}

async function write(page: Page, file: string, timeoutMs: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await page.screenshot({ path: file, fullPage: true, type: 'png', timeout: timeoutMs });
}
