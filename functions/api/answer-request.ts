import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Who } from '../../lib/config/tokens.ts';
import { LedgerError, messageOf, ParkError } from '../../lib/submission/errors.ts';
import { authorize } from './authenticate.ts';
import type { Api } from './parts.ts';
import { Problem, unavailable } from './problem.ts';
import { readBody, readQuery } from './read-request.ts';
import type { Answer, Route } from './route.ts';
import { match } from './router.ts';

/** On every answer. It is for programs and for one page, and nobody else has a use for it. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
};

/** Who gets in by a link, or to the console's files, is known by nobody's token. */
const NOBODY: Who = { name: 'nobody', role: 'send' };

interface Seen {
  route?: string;
  who?: string;
}

/** Answers one request. Never throws. The log tells who asked for what, never a header, an address' query or a body. */
export async function answerRequest(
  event: APIGatewayProxyEventV2,
  routes: readonly Route[],
  api: Api,
): Promise<APIGatewayProxyStructuredResultV2> {
  const { method } = event.requestContext.http;
  const startedMs = performance.now();
  const seen: Seen = {};
  const answer = await carryOut(event, routes, api, seen).catch((thrown: unknown) => answerTo(thrown, api));
  const tookMs = Math.round(performance.now() - startedMs);
  api.telemetry.info('request', { method, ...seen, status: answer.status, tookMs });
  return resultOf(answer);
}

async function carryOut(
  event: APIGatewayProxyEventV2,
  routes: readonly Route[],
  api: Api,
  seen: Seen,
): Promise<Answer> {
  const { method } = event.requestContext.http;
  const isOpen = needsNoToken(event, routes);
  // First, so that strangers do not learn what there is.
  const who = isOpen ? NOBODY : await api.whoAsks(event.headers.authorization);
  seen.who = who.name;
  const { route, path } = match(routes, method, event.rawPath);
  seen.route = route.path;
  if (!isOpen) authorize(who, route.access);
  const request = { who, path, body: readBody(route, event), query: readQuery(route, event) };
  return route.act(request, api);
}

/** Whether it is for anyone, or comes with a signature to where one is checked. */
function needsNoToken(event: APIGatewayProxyEventV2, routes: readonly Route[]): boolean {
  const isSigned = new URLSearchParams(event.rawQueryString).has('signature');
  try {
    const { access } = match(routes, event.requestContext.http.method, event.rawPath).route;
    return access === 'anyone' || (access === 'link' && isSigned);
  } catch {
    return false;
  }
}

function answerTo(thrown: unknown, { telemetry }: Api): Answer {
  const problem = problemOf(thrown);
  if (problem.status >= 500) {
    const frames = thrown instanceof Error ? (thrown.stack ?? '').split('\n') : [];
    // Without the rest of the message: it may quote what was sent.
    const at = frames.filter((line) => line.trimStart().startsWith('at '));
    telemetry.warn('the API failed', { why: messageOf(thrown).split('\n', 1)[0], at });
    if (problem.type === 'fault') telemetry.count('Fault');
  }
  return {
    status: problem.status,
    body: problem.body,
    headers: { ...problem.headers, 'content-type': 'application/problem+json' },
  };
}

function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof ParkError) return new Problem('invalid', thrown.message, { errors: thrown.errors });
  if (thrown instanceof LedgerError) return unavailable(`${thrown.message}.`);
  if (thrown instanceof Error && '$metadata' in thrown) return unavailable('The queue does not answer.');
  return new Problem('fault', 'Something went wrong that should not. The log says more.');
}

function resultOf({ status, body, bytes, headers }: Answer): APIGatewayProxyStructuredResultV2 {
  const type = bytes?.type ?? 'application/json';
  return {
    statusCode: status,
    headers: { ...HEADERS, 'content-type': type, ...headers },
    body: bytes === undefined ? JSON.stringify(body) : Buffer.from(bytes.content).toString('base64'),
    isBase64Encoded: bytes !== undefined,
  };
}
