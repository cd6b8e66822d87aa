import type { BrowserContext, CDPSession, Page, Request } from 'playwright-core';
import type { RequestPattern } from '../form/define.ts';
import { matches, SAFE } from './gate-rules.ts';
import { type Paused, PausedAnswer } from './paused-answer.ts';

interface Sight {
  readonly method: string;
  readonly url: string;
}

/**
 * Holds back the answers to a page's requests that may be the submission, before anything of the browser acts on them: a
 * redirect that repeats the request would be followed past every route.
 *
 * It sees each request before the gate does: of several sessions on one page, the one that came later stands nearer to the
 * page, Playwright's own (where the gate is) nearer to the wire.
 *
 *   page -> here -> gate -> network
 *   page <- here <--------- network
 *
 * So of a request that the gate holds it is known whether it passed here, and only then does its answer too. The first one
 * of a new tab does not. (Nor would another site's frame by script, had it a process of its own.)
 */
export class AnswersFirst {
  readonly #submission: RequestPattern | undefined;
  /** Requests that passed here and have no answer yet, by network id. */
  readonly #passed = new Map<string, Sight>();
  #expected: Sight | undefined;
  #networkId: string | undefined;
  #next = Promise.withResolvers<PausedAnswer>();

  private constructor(submission: RequestPattern | undefined) {
    this.#submission = submission;
  }

  /** On all pages that there are and will be, each from the moment on at which it is known. */
  static async on(context: BrowserContext, submission: RequestPattern | undefined): Promise<AnswersFirst> {
    const answers = new AnswersFirst(submission);
    // A page that is gone again makes no request.
    context.on('page', (page) => void answers.#attach(context, page).catch(() => {}));
    await Promise.all(context.pages().map((page) => answers.#attach(context, page)));
    return answers;
  }

  /** Whether the request, which is held back, passed here. */
  covers(held: Request): boolean {
    return [...this.#passed.values()].some((sight) => isSame(sight, sightOf(held)));
  }

  /** The answer to a held request that is about to be let go. */
  to(held: Request): Promise<PausedAnswer> {
    this.#expected = sightOf(held);
    return this.#next.promise;
  }

  /** Lets it go on to where its answer redirects. @returns the answer from there */
  async hop(from: PausedAnswer): Promise<PausedAnswer> {
    this.#next = Promise.withResolvers();
    await from.letGo();
    return this.#next.promise;
  }

  /** This was the last one: whatever the browser follows now, the page gets. */
  done(): void {
    this.#expected = undefined;
  }

  /** What nobody waits for any more does not get to the page. */
  giveUp(): void {
    this.#next.promise.then((late) => late.fail());
  }

  async #attach(context: BrowserContext, page: Page): Promise<void> {
    const session = await context.newCDPSession(page);
    session.on('Fetch.requestPaused', (paused) => {
      // A page that has gone took the request with it.
      this.#onPaused(session, paused).catch(() => {});
    });
    // Without buffers of its own: Playwright's session has the same.
    await session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
    await session.send('Fetch.enable', { patterns: [{ requestStage: 'Request' }] });
  }

  async #onPaused(session: CDPSession, paused: Paused): Promise<void> {
    const { requestId, request, networkId = requestId } = paused;
    const { responseErrorReason: failed, responseStatusCode: status } = paused;
    if (failed === undefined && status === undefined) {
      const interceptResponse = !SAFE.has(request.method) || this.#isDeclared(request);
      if (interceptResponse) this.#passed.set(networkId, request);
      await session.send('Fetch.continueRequest', { requestId, interceptResponse });
      return;
    }
    const sight = this.#passed.get(networkId);
    this.#passed.delete(networkId);
    if (failed !== undefined) await session.send('Fetch.continueRequest', { requestId });
    else if (this.#isExpected(networkId, sight)) this.#next.resolve(new PausedAnswer(session, paused));
    else await session.send('Fetch.continueResponse', { requestId });
  }

  #isDeclared(request: Sight): boolean {
    return this.#submission !== undefined && matches(request, this.#submission);
  }

  /** The gate drops everything else like it, so what is answered first is it. Its hops have the same network id. */
  #isExpected(networkId: string, sight: Sight | undefined): boolean {
    if (this.#expected === undefined || sight === undefined) return false;
    if (this.#networkId === undefined && isSame(sight, this.#expected)) this.#networkId = networkId;
    return this.#networkId === networkId;
  }
}

const sightOf = (request: Request): Sight => ({ method: request.method(), url: request.url() });

/** A fragment is not sent. */
const isSame = (one: Sight, other: Sight): boolean =>
  one.method === other.method && one.url.replace(/#.*$/, '') === other.url.replace(/#.*$/, '');
