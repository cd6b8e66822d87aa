import type { BrowserContextOptions } from 'playwright-core';
import type { Prepare } from './context.ts';
import { withDeadline } from './deadline.ts';
import { type ExtractOptions, extractChromium } from './extract.ts';
import { type LaunchedBrowser, type LaunchOptions, launchBrowser } from './launch.ts';
import { limits as defaultLimits, type Limits } from './limits.ts';
import { messageOf } from './message-of.ts';
import { type BorrowedContext, SharedBrowser } from './shared.ts';
import { lackOfSpace } from './space.ts';

export interface WarmBrowserOptions extends ExtractOptions {
  /** Told once, with the reason, when this host cannot reuse a browser and each submission gets one of its own. */
  readonly onFallback: (reason: string) => void;
  readonly limits?: Limits;
  /** Monotonic clock, in ms. */
  readonly now?: () => number;
  readonly launch?: (options: LaunchOptions) => Promise<LaunchedBrowser>;
}

/**
 * The browser of an execution environment: launched when first needed, replaced when worn. All checks are made when a
 * context is asked for, none by timers, which stand still while Lambda is frozen.
 */
export class WarmBrowser {
  readonly #options: WarmBrowserOptions;
  readonly #limits: Limits;
  readonly #now: () => number;
  /** The one that new loans go to. */
  #current: Promise<SharedBrowser> | undefined;
  /** All that run, among them retired ones with loans still open. */
  readonly #running = new Set<SharedBrowser>();
  #started: Promise<void> | undefined;
  #onePerSubmission = false;
  #closed = false;

  constructor(options: WarmBrowserOptions) {
    this.#options = options;
    this.#limits = options.limits ?? defaultLimits;
    this.#now = options.now ?? (() => performance.now());
  }

  /**
   * Extracts Chromium, launches it, and probes whether it can be reused. Not needed, only earlier: `newContext` does it.
   * @throws Error when Chromium cannot be extracted, or has too little space; the next call tries again
   */
  start(): Promise<void> {
    this.#started ??= this.#probe().catch((error) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  /**
   * A fresh context, which shares nothing with any other, with `prepare` done before its first page. Tried once more with a
   * fresh browser before it fails.
   * @throws Error when that fails too, or after `close`
   */
  async newContext(options: BrowserContextOptions = {}, prepare?: Prepare): Promise<BorrowedContext> {
    await this.start();
    try {
      return await this.#lend(options, prepare);
    } catch (first) {
      this.#refuseWhenClosed();
      return await this.#lend(options, prepare).catch((second) => {
        throw new Error(`No browser context, twice: ${messageOf(first)}; ${messageOf(second)}`, {
          cause: second,
        });
      });
    }
  }

  /** Ends every browser, whatever loans are open. Bounded by `closeTimeoutMs` and a kill; never throws. */
  async close(): Promise<void> {
    this.#closed = true;
    // A launch in progress ends its browser by itself, once it finds this closed.
    const launching = Promise.allSettled([this.#started, this.#current]);
    const launched = withDeadline(launching, this.#limits.closeTimeoutMs, 'a launch').catch(() => undefined);
    await Promise.all([launched, ...[...this.#running].map((browser) => browser.end())]);
  }

  async #probe(): Promise<void> {
    for (const lastTry of [false, true]) {
      const current = this.#launch();
      try {
        await (await current).probe();
        this.#current = current;
        return;
      } catch (error) {
        this.#refuseWhenClosed();
        if (error instanceof NoBrowser) throw error;
        if (!lastTry) continue;
        this.#onePerSubmission = true;
        this.#options.onFallback(messageOf(error));
      }
    }
  }

  async #lend(options: BrowserContextOptions, prepare?: Prepare): Promise<BorrowedContext> {
    return (await this.#take()).lend(options, prepare);
  }

  /** Takes a loan of the current browser, or of a new one if that is worn. */
  async #take(): Promise<SharedBrowser> {
    for (;;) {
      const fresh = this.#current === undefined;
      this.#current ??= this.#launch();
      const current = this.#current;
      try {
        const browser = await current;
        if (!fresh && !(await this.#isFit(browser))) await browser.retire();
        // Asked last, and with no wait after it: others who waited for the same browser may have had its last use.
        if (browser.take(this.#onePerSubmission ? 1 : this.#limits.maxUses)) return browser;
        this.#forget(current);
      } catch (error) {
        this.#forget(current);
        throw error;
      }
    }
  }

  #forget(browser: Promise<SharedBrowser>): void {
    if (this.#current === browser) this.#current = undefined;
  }

  async #isFit(browser: SharedBrowser): Promise<boolean> {
    return this.#now() - browser.launchedAtMs <= this.#limits.maxAgeMs && (await browser.healthy());
  }

  async #launch(): Promise<SharedBrowser> {
    this.#refuseWhenClosed();
    const lack = await lackOfSpace(this.#options);
    if (lack !== undefined) throw new NoBrowser(lack);
    const chromium = await extractChromium(this.#options).catch((cause) => {
      throw new NoBrowser(messageOf(cause), { cause });
    });
    const launch = this.#options.launch ?? launchBrowser;
    const launched = await launch({
      chromium,
      limits: this.#limits,
      inOneProcess: this.#onePerSubmission,
    });
    const browser = new SharedBrowser(launched, this.#now(), this.#limits);
    this.#running.add(browser);
    void launched.ended.then(() => this.#running.delete(browser));
    if (this.#closed) await browser.end();
    this.#refuseWhenClosed();
    return browser;
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new Error('The browser has been shut down and gives no more contexts.');
  }
}

/** No browser at all: another way to use it would not help. */
class NoBrowser extends Error {}
