import type { BrowserContext, Request } from 'playwright-core';

/** How a request of the browser ends. Made before it is let go. */
export class RequestEnd {
  readonly #request: Request;
  readonly #failed = Promise.withResolvers<never>();
  readonly #whole = Promise.withResolvers<void>();

  constructor(context: BrowserContext, request: Request) {
    this.#request = request;
    this.#failed.promise.catch(() => {});
    context.on('requestfailed', (failed) => {
      if (failed === this.#last) this.#fail(failed.failure()?.errorText ?? 'the request failed');
    });
    context.on('requestfinished', (finished) => {
      if (finished === this.#last) this.#whole.resolve();
    });
    request
      .frame()
      .page()
      .once('close', () => this.#fail('the page was closed'));
  }

  /** @throws Error when the request, or a hop of it, fails first */
  orFailed<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#failed.promise]);
  }

  /** Waits for the rest of the answer. @throws Error when it does not come whole */
  whole(): Promise<void> {
    return this.orFailed(this.#whole.promise);
  }

  /** After redirects. */
  get #last(): Request {
    let last = this.#request;
    for (let next = last.redirectedTo(); next !== null; next = last.redirectedTo()) last = next;
    return last;
  }

  #fail(why: string): void {
    this.#failed.reject(new Error(why));
  }
}
