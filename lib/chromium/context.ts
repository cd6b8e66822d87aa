import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { withDeadline } from './deadline.ts';

/** A context with its first page, watched. */
export interface OpenContext {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly gone: AbortSignal;
  /** Ends the watch; from here on `gone` stays as it is. */
  unwatch(): void;
}

/** What a context needs before it has a page. Later it would have to be brought into that page too, which takes ten times as long. */
export type Prepare = (context: BrowserContext) => Promise<void>;

/**
 * Opens a context and its first page.
 * @throws Error when that takes longer than `timeoutMs`; the browser is then not to be used again
 */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions,
  timeoutMs: number,
  prepare?: Prepare,
): Promise<OpenContext> {
  const loss = new AbortController();
  const lose = (what: string) => loss.abort(new Error(what));
  const onDisconnected = () => lose('The browser has ended.');
  const unwatch = () => browser.off('disconnected', onDisconnected);
  browser.on('disconnected', onDisconnected);

  const open = async () => {
    const context = await browser.newContext(options);
    context.on('page', (page) => page.on('crash', () => lose('A page of the browser has crashed.')));
    await prepare?.(context);
    const page = await context.newPage();
    return { context, page, gone: loss.signal, unwatch };
  };
  try {
    return await withDeadline(open(), timeoutMs, 'opening a browser context with a page');
  } catch (error) {
    unwatch();
    throw error;
  }
}
