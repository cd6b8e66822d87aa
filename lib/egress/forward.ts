import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { answerRequest, OWN_ANSWER_HEADER } from './own-answer.ts';
import { type PlainTarget, show } from './target.ts';

/** Chromium takes up to this much in headers; Node's 16 kB would fail a request that was sent and answered. */
export const MAX_HEADER_BYTES = 256 * 1024;

/** Meant for the next hop only (RFC 9110, 7.6.1), and the header that no target may forge. */
const NOT_FORWARDED = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  OWN_ANSWER_HEADER,
];

export interface Way extends PlainTarget {
  /** A connection for this request alone. */
  readonly upstream: Socket;
  /** Called before anything of the request goes up: its head, then each part of its body. */
  readonly onSend: () => void;
  /** Called for each part of the answer's body. */
  readonly onReceive: (chunk: Buffer) => void;
}

/**
 * Sends a plain HTTP request over `upstream` exactly once, and streams the answer back. When the
 * target breaks off without an answer the client gets a 502 instead of a reset, because Chromium sends a POST again whose
 * reused connection is reset. When it breaks off within its answer the client's connection breaks too.
 */
export function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { target, hostHeader, path, upstream, onSend, onReceive }: Way,
): void {
  let answered = false;
  onSend();
  const outgoing = httpRequest({
    createConnection: () => upstream,
    method: request.method,
    path,
    headers: requestHeaders(request, hostHeader),
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  outgoing.on('response', (incoming) => {
    try {
      response.writeHead(incoming.statusCode ?? 0, forwardable(incoming));
    } catch {
      // Node reads a status that it then refuses to write. (The reason phrase is left out for that; HTTP/2 has none.)
      return outgoing.destroy();
    }
    answered = true;
    response.flushHeaders();
    incoming.on('data', onReceive);
    return pipeline(incoming, response, () => {});
  });
  // Always followed by 'close'.
  outgoing.on('error', () => {});
  outgoing.on('close', () => {
    // A target may answer or break off before it has read the body; the client must still get rid of the rest.
    request.unpipe(outgoing);
    request.resume();
    if (answered) return;
    answerRequest(request, response, {
      status: 502,
      reach: 'tunnelled',
      sentence: `${show(target)} was sent the request and gave no valid answer.`,
    });
  });
  response.on('close', () => outgoing.destroy());
  // Before the pipe, since listeners run in the order in which they were added.
  request.on('data', onSend);
  request.pipe(outgoing);
}

function requestHeaders(request: IncomingMessage, hostHeader: string): string[] {
  // Host is written anew from the checked target: the client's could name another site behind the same address.
  // Expect has been answered by this hop.
  const headers = ['host', hostHeader, ...forwardable(request, ['host', 'expect'])];
  // Without it Node sends the body of a GET or DELETE unframed, where the target would read it as the next request.
  if (request.headers['transfer-encoding'] !== undefined) headers.push('transfer-encoding', 'chunked');
  return headers;
}

/** The headers to pass on, as written and in order: name, value, name, value. */
function forwardable(message: IncomingMessage, alsoNot: readonly string[] = []): string[] {
  const named = (message.headers.connection ?? '').split(',').map((token) => token.trim().toLowerCase());
  const left = new Set([...NOT_FORWARDED, ...named, ...alsoNot]);
  const kept: string[] = [];
  for (let at = 0; at + 1 < message.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = message.rawHeaders.slice(at, at + 2);
    if (!left.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}
