import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Request } from 'playwright-core';

const POLL_MS = 10;

/**
 * The requests that may still move by themselves: let go, and their answer has not begun. When its connection breaks, Chromium
 * sends such a request again below every route.
 */
export class UnderWay {
  readonly #requests = new Set<Request>();

  /** Before the context has loaded anything. */
  watch(context: BrowserContext): void {
    // The hops of a redirect pass no route.
    context.on('request', (request) => {
      if (request.redirectedFrom() !== null) this.add(request);
    });
    context.on('response', (response) => this.#requests.delete(response.request()));
    context.on('requestfailed', (request) => this.#requests.delete(request));
  }

  add(request: Request): void {
    this.#requests.add(request);
  }

  /** Waits until there are none. @returns whether that came about in time */
  async none(limitMs: number): Promise<boolean> {
    const endsMs = performance.now() + limitMs;
    while ([...this.#requests].some((request) => !isGone(request))) {
      if (performance.now() > endsMs) return false;
      await sleep(POLL_MS);
    }
    return true;
  }
}

/** Its page or frame went, and took it along: no event tells. */
function isGone(request: Request): boolean {
  try {
    const frame = request.frame();
    return frame.isDetached() || frame.page().isClosed();
  } catch {
    // The first request of a tab, before there is a frame.
    return false;
  }
}
