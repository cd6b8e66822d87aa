import type { BrowserContext, Route } from 'playwright-core';
import { type Egress, OWN_ANSWER_HEADER } from '../egress/proxy.ts';
import { type Fetched, fetchBounded } from './bounded-fetch.ts';
import { browserHeadersOf, repeatsTheBody } from './browser-headers.ts';
import { plainError, withoutQuery } from './plain-error.ts';
import { MAX_HOPS, type Sent, type TargetAnswer, unanswered } from './sent.ts';
import { showAnswer } from './show-answer.ts';

export interface DirectOptions {
  readonly egress: Egress;
  readonly locale: string;
  /** Left for all sends together, milliseconds. */
  readonly leftMs: () => number;
}

/**
 * Sends a held request once, by Playwright's own client instead of the browser: Chromium repeats a POST when a reused
 * connection is reset before an answer, and shows one request for the two that leave.
 *
 * A redirect that repeats the body (307, 308) is followed here, one send a hop, and never given to the page: the browser
 * would follow it past the gate.
 */
export async function sendDirect(route: Route, options: DirectOptions): Promise<Sent> {
  const { egress, locale, leftMs } = options;
  const request = route.request();
  const target = new URL(request.url());
  egress.watch(target.hostname, Number(target.port || (target.protocol === 'https:' ? 443 : 80)));
  const headers = browserHeadersOf(request, locale);
  // Playwright takes a timeout of 0 for none.
  const timeout = () => Math.max(1, leftMs());

  let fetched: Fetched;
  try {
    fetched = await fetchBounded(route, { timeout: timeout(), headers });
  } catch (thrown) {
    return unanswered(egress, plainError(thrown));
  }
  // Playwright replays an answer of our own proxy as if the target had given it. The header alone proves nothing, any
  // target can set it: what counts is how far the proxy got.
  if (isOurs(fetched)) return unanswered(egress, String(fetched.body));

  for (let hop = 1; repeatsTheBody(request.method(), fetched.response.status()); hop++) {
    const { response } = fetched;
    const { location } = response.headers();
    // An empty one leads nowhere, as in browsers: read as an address it would be this one, and the send be repeated.
    if (!location) break;
    if (hop > MAX_HOPS) return { kind: 'noAnswer', reason: `redirected more than ${MAX_HOPS} times` };
    // From the first hop on nothing counts as unsent: the target has had the request once.
    try {
      const next = new URL(location, response.url());
      fetched = await fetchBounded(route, {
        timeout: timeout(),
        url: next.href,
        headers: headersOfHop(headers, next, response.url()),
      });
    } catch (thrown) {
      return { kind: 'noAnswer', reason: `redirected to ${withoutQuery(location)}: ${plainError(thrown)}` };
    }
    if (isOurs(fetched)) {
      return { kind: 'noAnswer', reason: `redirected to ${withoutQuery(location)}: ${fetched.body}` };
    }
  }
  const { response, body } = fetched;
  // The client has put the cookies into the context under the address that set them.
  const { 'set-cookie': _, ...answerHeaders } = response.headers();
  // Relative to where it was said, which after a hop is not where the page thinks that it is.
  const location = answerHeaders.location ? URL.parse(answerHeaders.location, response.url()) : null;
  if (location !== null) answerHeaders.location = location.href;
  const answer: TargetAnswer = {
    url: response.url(),
    status: response.status(),
    headers: answerHeaders,
    body,
  };
  const show = (context: BrowserContext) => showAnswer(context, route, answer);
  return { kind: 'answered', answer, show };
}

function isOurs({ response }: Fetched): boolean {
  return response.headers()[OWN_ANSWER_HEADER] !== undefined;
}

/** The cookies are those of the new address; the client takes them from the context where none are given. */
function headersOfHop(
  headers: Readonly<Record<string, string>>,
  next: URL,
  from: string,
): Record<string, string> {
  const { cookie: _, ...kept }: Record<string, string> = headers;
  if (next.origin !== new URL(from).origin && kept['sec-fetch-site'] !== undefined) {
    kept['sec-fetch-site'] = 'cross-site';
  }
  return kept;
}
