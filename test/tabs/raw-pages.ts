import type { Browser, CDPSession } from 'playwright-core';
import { until } from '../support/until.ts';

/**
 * Pages that Playwright does not know of. It keeps each of its own visible and awake, so that none of them is ever frozen,
 * hidden, or kept in the back/forward cache.
 */
export class RawPages {
  readonly #session: CDPSession;
  readonly #contextId: string;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #nextId = 1;

  private constructor(session: CDPSession, contextId: string) {
    this.#session = session;
    this.#contextId = contextId;
    session.on('Target.receivedMessageFromTarget', ({ message }) => {
      const answer = JSON.parse(message) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
  }

  static async start(browser: Browser): Promise<RawPages> {
    const session = await browser.newBrowserCDPSession();
    const { browserContextId } = await session.send('Target.createBrowserContext');
    return new RawPages(session, browserContextId);
  }

  async open(url: string): Promise<RawPage> {
    const { targetId } = await this.#session.send('Target.createTarget', {
      url,
      browserContextId: this.#contextId,
    });
    const { sessionId } = await this.#session.send('Target.attachToTarget', { targetId, flatten: false });
    const page = new RawPage((method, params) => this.#send(sessionId, method, params));
    await page.ready();
    return page;
  }

  async close(): Promise<void> {
    await this.#session.send('Target.disposeBrowserContext', { browserContextId: this.#contextId });
  }

  async #send(sessionId: string, method: string, params: object): Promise<unknown> {
    const id = this.#nextId++;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    await this.#session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    });
    const { error, result } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }
}

export class RawPage {
  readonly send: (method: string, params: object) => Promise<unknown>;

  constructor(send: (method: string, params: object) => Promise<unknown>) {
    this.send = send;
  }

  /** Runs an expression in the page, and waits for what it promises. */
  async run<T>(expression: string): Promise<T> {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const answer = (await this.send('Runtime.evaluate', asked)) as {
      result: { value: T };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    };
    const failed = answer.exceptionDetails;
    if (failed) throw new Error(failed.exception?.description ?? failed.text);
    return answer.result.value;
  }

  /** Waits until the application has opened its tabs. */
  async ready(): Promise<void> {
    const looks = "globalThis.tabs !== undefined && document.readyState === 'complete'";
    await until('the page to be ready', () => this.run<boolean>(looks).catch(() => false));
  }

  /** As a browser does with a tab in the background. */
  async freeze(): Promise<void> {
    await this.send('Page.setWebLifecycleState', { state: 'frozen' });
  }

  async resume(): Promise<void> {
    await this.send('Page.setWebLifecycleState', { state: 'active' });
  }
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}
