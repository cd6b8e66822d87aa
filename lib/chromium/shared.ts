import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openContext, type Prepare } from './context.ts';
import { withDeadline } from './deadline.ts';
import type { LaunchedBrowser } from './launch.ts';
import type { Limits } from './limits.ts';

/** A browser context of one's own, with its first page. Always close it. */
export interface BorrowedContext {
  readonly context: BrowserContext;
  readonly page: Page;
  /**
   * Fires when the browser ends or a page crashes. Race every wait with it: one that follows a click with `noWaitAfter`
   * does not notice a dead browser by itself.
   */
  readonly gone: AbortSignal;
  /** Bounded by `closeTimeoutMs` and the kill that may follow it; never throws. */
  close(): Promise<void>;
}

/** A browser that serves several loans, one after another and side by side. Once retired it ends with the last one. */
export class SharedBrowser {
  readonly launchedAtMs: number;
  readonly #launched: LaunchedBrowser;
  readonly #limits: Limits;
  #uses = 0;
  #lent = 0;
  #retired = false;
  /** It hung once: an attempt to end it in order would only cost time. */
  #broken = false;
  #ending: Promise<void> | undefined;

  constructor(launched: LaunchedBrowser, launchedAtMs: number, limits: Limits) {
    this.#launched = launched;
    this.launchedAtMs = launchedAtMs;
    this.#limits = limits;
  }

  /** True, and a loan is counted, if this browser may serve one more. The caller must then call `lend`. */
  take(maxUses: number): boolean {
    if (this.#retired) return false;
    this.#uses += 1;
    this.#lent += 1;
    this.#retired = this.#uses >= maxUses;
    return true;
  }

  /** @throws Error when no context with a page can be opened; the browser is retired then */
  async lend(options: BrowserContextOptions, prepare?: Prepare): Promise<BorrowedContext> {
    try {
      const { browser } = this.#launched;
      const opened = await openContext(browser, options, this.#limits.openTimeoutMs, prepare);
      let closing: Promise<void> | undefined;
      const close = () => {
        opened.unwatch();
        closing ??= this.#giveBack(opened.context);
        return closing;
      };
      return { context: opened.context, page: opened.page, gone: opened.gone, close };
    } catch (error) {
      this.#retireBroken();
      await this.#giveBack();
      throw error;
    }
  }

  /**
   * Opens and closes two contexts: where a browser cannot be reused, it is the second that fails.
   * @throws Error when it cannot; the browser is ended then
   */
  async probe(): Promise<void> {
    for (const _ of ['first', 'second']) {
      this.#lent += 1;
      const loan = await this.lend({});
      await loan.close();
      if (!(await this.healthy())) {
        await this.end();
        throw new Error('The browser did not survive the closing of a context.');
      }
    }
  }

  /** Whether it answers; if not, it is as good as retired. */
  async healthy(): Promise<boolean> {
    if (await this.#launched.healthy()) return true;
    this.#retireBroken();
    return false;
  }

  /** Serves no further loan. Waits for its end only if no loan is open. */
  async retire(): Promise<void> {
    this.#retired = true;
    if (this.#lent === 0) await this.end();
  }

  /** Ends it now, whatever loans are open. Never throws. */
  end(): Promise<void> {
    this.#retired = true;
    this.#ending ??= this.#broken ? this.#launched.kill() : this.#launched.close();
    return this.#ending;
  }

  async #giveBack(context?: BrowserContext): Promise<void> {
    // The last context of a retired browser goes with it, in one step.
    if (context && !(this.#retired && this.#lent === 1)) await this.#closeContext(context);
    this.#lent -= 1;
    // A hung browser, too, waits for its last loan: another submission in it may be past its point of no return.
    if (this.#retired && this.#lent === 0) await this.end();
  }

  async #closeContext(context: BrowserContext): Promise<void> {
    try {
      await withDeadline(context.close(), this.#limits.closeTimeoutMs, 'closing a browser context');
    } catch {
      this.#retireBroken();
    }
  }

  #retireBroken(): void {
    this.#retired = true;
    this.#broken = true;
  }
}
