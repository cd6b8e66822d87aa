import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import type { Reach } from './reach.ts';

/** On every answer that the proxy makes itself, so that none is taken for the target's: how far the request got. */
export const OWN_ANSWER_HEADER = 'x-sekali-egress';

/** An answer of the proxy's own, in place of the target's. */
export interface OwnAnswer {
  readonly status: 400 | 403 | 502 | 504;
  readonly reach: Reach;
  /** One plain sentence, for a person. */
  readonly sentence: string;
}

function headers({ reach, sentence }: OwnAnswer): Record<string, string> {
  return {
    [OWN_ANSWER_HEADER]: reach,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(sentence)),
    connection: 'close',
  };
}

/**
 * Answers a plain HTTP request. First takes in what is left of its body: closing a connection with bytes unread resets it,
 * and on a reset without an answer Chromium sends the request again.
 */
export function answerRequest(request: IncomingMessage, response: ServerResponse, answer: OwnAnswer): void {
  finished(request.resume(), { writable: false }, () => {
    response.writeHead(answer.status, headers(answer)).end(answer.sentence);
  });
}

/** Answers on a connection that is no longer (or was never) in HTTP's hands, and closes it. */
export function answerSocket(client: Socket, answer: OwnAnswer): void {
  const lines = Object.entries(headers(answer)).map(([name, value]) => `${name}: ${value}\r\n`);
  client.end(
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${answer.sentence}`,
  );
  client.resume();
}
