import type { Request, Route } from 'playwright-core';
import { withDeadline } from '../chromium/deadline.ts';
import { OWN_ANSWER_HEADER } from '../egress/proxy.ts';
import type { BrowserForm } from '../form/define.ts';
import { messageOf, ParkError } from '../submission/errors.ts';
import { AnswersFirst } from './answers-first.ts';
import { repeatsTheBody } from './browser-headers.ts';
import { type GatedContext, untilGone } from './gated-context.ts';
import type { PausedAnswer } from './paused-answer.ts';
import { plainError, withoutQuery } from './plain-error.ts';
import { RequestEnd } from './request-end.ts';
import { type Answered, MAX_HOPS, type Sent, unanswered } from './sent.ts';

/** For what is under way to end by itself, milliseconds. */
const PATIENCE_MS = 500;
/** And once its connections are broken. */
const REST_MS = 10_000;
/** For the body of an answer to a script. */
const BODY_MS = 1_500;

/**
 * Lets a held request go by the browser itself, so that it leaves at most once.
 *
 * Chromium sends a request again, below every route, when the connection that it reused breaks before an answer. So it has
 * to leave on a fresh one. Breaking all connections just before is not enough: whatever else the page asks for opens a new
 * one, which the submission may then reuse; and a poll that was under way is itself sent again. So first everything else is
 * brought to rest, and then there is one way out:
 *
 *   gate    pass  | wait ......................................................... | pass
 *   egress  open  |               | shut ............ | one connection ........... | open
 *   browser polls | polls end     | polls fail, and   | POST ---> head --> body    | polls
 *                 | by themselves | their repeats too |      <307> hop, one each   |
 *                 prepare                       arm   send                   answered
 *
 * Whatever Chromium does while there is one way out, no second connection is made after something went up on the first. (A
 * stream that an HTTP/2 target refuses, saying so that it did not process it, is sent again on the same one.)
 */
export class BrowserSend {
  readonly #gated: GatedContext;
  readonly #answers: AnswersFirst;
  /** Where it was last redirected to with the same body. */
  #hop: URL | undefined;

  private constructor(gated: GatedContext, answers: AnswersFirst) {
    this.#gated = gated;
    this.#answers = answers;
  }

  /** Before the page of the form is loaded. */
  static async in(gated: GatedContext, form: BrowserForm): Promise<BrowserSend> {
    return new BrowserSend(gated, await AnswersFirst.on(gated.context, form.submission));
  }

  /**
   * Before arming: everything but the held request comes to rest.
   * @throws ParkError `wrongSender` when its redirects could not be held; Error when the page has given it up
   */
  async prepare(route: Route): Promise<void> {
    const { gate, egress } = this.#gated;
    const request = route.request();
    gate.keepStill();
    await gate.atRest(PATIENCE_MS);
    egress.shut();
    // Quick: on a broken connection nothing waits. What did not fail might take the way of the submission.
    if (!(await gate.atRest(REST_MS))) throw new Error('what the page was loading did not stop in time');
    refuseGivenUp(request);
    if (this.#answers.covers(request)) return;
    const what =
      "the sender 'browser' cannot hold the redirects of this request, the first of a new tab perhaps";
    throw new ParkError('wrongSender', `${what}: let the form use the sender 'direct'`);
  }

  /** After arming, at once. Bounded by `leftMs`. */
  async send(route: Route, leftMs: () => number): Promise<Sent> {
    const { egress, gone } = this.#gated;
    try {
      return await withDeadline(untilGone(gone, this.#letGo(route)), Math.max(1, leftMs()), 'the answer');
    } catch (thrown) {
      const sent = unanswered(egress, plainError(thrown));
      this.#answers.giveUp();
      // From the first hop on nothing counts as unsent: the target has had the request once.
      if (this.#hop === undefined) return sent;
      return { kind: 'noAnswer', reason: `redirected to ${withoutQuery(this.#hop.href)}: ${sent.reason}` };
    } finally {
      this.#moveOn();
    }
  }

  /** @throws Error when there is no whole answer */
  async #letGo(route: Route): Promise<Answered> {
    const request = route.request();
    // What passed there was another one like it, and has been dropped meanwhile.
    if (!this.#answers.covers(request)) throw new Error('its redirects cannot be held');
    const end = new RequestEnd(this.#gated.context, request);
    refuseGivenUp(request);
    this.#admit(new URL(request.url()));
    const answering = this.#answers.to(request);
    await end.orFailed(route.continue());
    let paused = refuseOurs(await end.orFailed(answering));
    for (let hop = 1; repeatsTheBody(request.method(), paused.status) && paused.location; hop++) {
      if (hop > MAX_HOPS) throw new Error(`no end after ${MAX_HOPS} redirects`);
      this.#hop = paused.location;
      this.#admit(paused.location);
      paused = refuseOurs(await end.orFailed(this.#answers.hop(paused)));
    }
    return this.#take(paused, end, request.isNavigationRequest());
  }

  /** From its head on an answer is final: Chromium does not send again, and whatever else leaves can do no harm. */
  async #take(paused: PausedAnswer, end: RequestEnd, navigates: boolean): Promise<Answered> {
    this.#answers.done();
    const { url, status, headers } = paused;
    const head = { url, status, headers };
    const show = async () => {};
    // The browser follows by GET where it leads.
    if (paused.location !== undefined) return { kind: 'answered', answer: head, show: () => paused.letGo() };
    if (!navigates) {
      // It may be proof where the page shows nothing. Meanwhile everything else waits, the page's next load too.
      const body = await paused.letScriptRead(BODY_MS);
      return { kind: 'answered', answer: body ? { ...head, body } : head, show };
    }
    // Judged as the browser shows it, for which it may need more than this.
    this.#moveOn();
    await paused.letGo();
    // Half a page proves nothing. Given up by the browser is what is no page (a file, say), or leads on by itself.
    await end.whole().catch((thrown: unknown) => {
      if (!messageOf(thrown).includes('ERR_ABORTED')) throw thrown;
    });
    return { kind: 'answered', answer: head, show };
  }

  #admit({ hostname, port, protocol }: URL): void {
    this.#gated.egress.admitOne(hostname, Number(port || (protocol === 'https:' ? 443 : 80)));
  }

  #moveOn(): void {
    this.#gated.egress.reopen();
    this.#gated.gate.moveOn();
  }
}

/** @throws Error when the page has submitted once more by page load, or gone elsewhere */
function refuseGivenUp(request: Request): void {
  const failure = request.failure();
  if (failure === null) return;
  throw new Error(`the page gave its submission up before it was sent (${failure.errorText})`);
}

/**
 * An answer of our own proxy is none. (A target may send the header too: what counts is how far the proxy got.)
 * @throws Error
 */
function refuseOurs(paused: PausedAnswer): PausedAnswer {
  if (paused.headers[OWN_ANSWER_HEADER] === undefined) return paused;
  void paused.fail();
  throw new Error('the target did not answer');
}
