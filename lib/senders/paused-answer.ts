import type { CDPSession } from 'playwright-core';

/** What of the protocol's `Fetch.requestPaused` is used here. */
export interface Paused {
  readonly requestId: string;
  readonly request: { readonly url: string; readonly method: string };
  /** The same for all hops of a request. */
  readonly networkId?: string;
  readonly responseErrorReason?: string;
  readonly responseStatusCode?: number;
  readonly responseHeaders?: readonly { readonly name: string; readonly value: string }[];
}

/** Like `bounded-fetch.ts`. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** The head of an answer that the browser has, and holds back from the page. */
export class PausedAnswer {
  readonly url: string;
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly #session: CDPSession;
  readonly #requestId: string;
  readonly #networkId: string;

  constructor(session: CDPSession, paused: Paused) {
    const { requestId, request, networkId = requestId, responseStatusCode, responseHeaders } = paused;
    this.#session = session;
    this.#requestId = requestId;
    this.#networkId = networkId;
    this.url = request.url;
    this.status = responseStatusCode ?? 0;
    this.headers = Object.fromEntries(
      (responseHeaders ?? []).map(({ name, value }) => [name.toLowerCase(), value]),
    );
  }

  /** Where it redirects to. An empty address is none: the browser does not follow it. */
  get location(): URL | undefined {
    const isRedirect = [301, 302, 303, 307, 308].includes(this.status);
    const { location } = this.headers;
    return (isRedirect && location && URL.parse(location, this.url)) || undefined;
  }

  /** The page gets it, or the browser follows where it redirects to. Nothing happens where the page has gone. */
  async letGo(): Promise<void> {
    await this.#session.send('Fetch.continueResponse', { requestId: this.#requestId }).catch(() => {});
  }

  /**
   * The page's script gets it, and what it gets of the body is kept. (Asked for it afterwards, Chromium does not answer while the
   * page goes elsewhere, and later has it no more.)
   * @returns the whole body; `undefined` where it cannot be had: of a worker's request, of one that the script does not read to its
   * end within the limit
   * @throws Error when it broke off, or has more than 16 MiB
   */
  async letScriptRead(limitMs: number): Promise<Buffer | undefined> {
    const session = this.#session;
    const requestId = this.#networkId;
    const body = Promise.withResolvers<Buffer | undefined>();
    body.promise.catch(() => {});
    const chunks: Buffer[] = [];
    let size = 0;
    session.on('Network.dataReceived', (received) => {
      if (received.requestId !== requestId || received.data === undefined) return;
      const chunk = Buffer.from(received.data, 'base64');
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) return void chunks.push(chunk);
      body.reject(new Error(`the answer has more than ${MAX_BODY_BYTES / 1024 / 1024} MiB`));
      session.send('Network.disable').catch(() => {});
    });
    session.on('Network.loadingFinished', (finished) => {
      if (finished.requestId === requestId) body.resolve(Buffer.concat(chunks));
    });
    session.on('Network.loadingFailed', (failed) => {
      if (failed.requestId !== requestId) return;
      // Given up by the script, it says nothing of the answer.
      if (failed.canceled) body.resolve(undefined);
      else body.reject(new Error(failed.errorText));
    });
    const kept = session.send('Network.streamResourceContent', { requestId });
    await kept.catch(() => body.resolve(undefined));
    await this.letGo();
    const timer = setTimeout(() => body.resolve(undefined), limitMs);
    try {
      return await body.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The page sees a failed request, and no redirect is followed. */
  async fail(): Promise<void> {
    await this.#session
      .send('Fetch.failRequest', { requestId: this.#requestId, errorReason: 'Failed' })
      .catch(() => {});
  }
}
