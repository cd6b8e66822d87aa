import { once } from 'node:events';
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { connect as startTls, type TLSSocket } from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { MAX_HEADER_BYTES } from '../egress/forward.ts';
import { OWN_ANSWER_HEADER, type Reach } from '../egress/proxy.ts';

/** After decompression. A form, a receipt or a refusal is far smaller; what does not end must not fill the worker. */
const MAX_BODY_BYTES = 5_000_000;

export interface Ask {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface Told {
  readonly url: URL;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** False where the rest is missing: broken off, out of time, longer or deeper than is read, or in no encoding that was offered. */
  readonly whole: boolean;
}

/** The egress proxy answered in place of the target. */
export class NotReachedError extends Error {
  readonly reach: Reach;
  constructor(reach: Reach, sentence: string) {
    super(sentence);
    this.reach = reach;
  }
}

/**
 * Asks once, over a connection of its own through the egress proxy: Node repeats nothing and follows nothing. The request is on
 * its way when the call returns its promise.
 * @throws NotReachedError when the proxy answered, Error when no answer came, or on abort before one
 */
export async function exchange(proxyUrl: string, ask: Ask, signal: AbortSignal): Promise<Told> {
  signal.throwIfAborted();
  const isPlain = ask.url.protocol === 'http:';
  const asking = isPlain ? byForward(proxyUrl, ask, signal) : byTunnel(proxyUrl, ask, signal);
  const response = await asking.catch((thrown: unknown) => {
    // Says why it was aborted, where the other only says that it was.
    signal.throwIfAborted();
    throw thrown;
  });
  const { headers, statusCode: status = 0 } = response;
  // In a tunnel only the target speaks. The proxy takes this header out of what it forwards.
  if (isPlain && headers[OWN_ANSWER_HEADER] !== undefined) throw await notReached(response);
  return { url: ask.url, status, headers, ...(await read(response)) };
}

const maxHeaderSize = MAX_HEADER_BYTES;
/** No agent keeps or shares the connection. */
const toProxy = { agent: false, maxHeaderSize } as const;

function byForward(proxyUrl: string, { method, url, headers, body }: Ask, signal: AbortSignal) {
  const { hostname: host, port } = new URL(proxyUrl);
  const path = url.origin + pathOf(url);
  const all = { ...headers, host: url.host };
  return answerTo(httpRequest({ ...toProxy, host, port, method, path, headers: all, signal }), body);
}

async function byTunnel(proxyUrl: string, { method, url, headers, body }: Ask, signal: AbortSignal) {
  const socket = await secured(await tunnelTo(proxyUrl, url, signal), url, signal);
  // With an agent, or `agent: false`, Node would open a connection itself, past the proxy.
  const createConnection = () => socket;
  const all = { ...headers, host: url.host };
  const options = { createConnection, maxHeaderSize, method, path: pathOf(url), headers: all, signal };
  return answerTo(httpsRequest(options), body);
}

const pathOf = ({ pathname, search }: URL) => pathname + search;

/** @returns once the target has shown a certificate for its name: before that it is told nothing */
async function secured(raw: Socket, url: URL, signal: AbortSignal): Promise<TLSSocket> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // An address cannot be asked for by name.
  const socket = startTls({ socket: raw, host, servername: isIP(host) === 0 ? host : '' });
  // Whoever waits hears of it; without a listener it would end the process.
  for (const one of [raw, socket]) one.on('error', () => {});
  try {
    await once(socket, 'secureConnect', { signal });
    return socket;
  } catch (thrown) {
    socket.destroy();
    throw thrown;
  }
}

function tunnelTo(proxyUrl: string, url: URL, signal: AbortSignal): Promise<Socket> {
  const { hostname: host, port } = new URL(proxyUrl);
  const path = `${url.hostname}:${url.port || 443}`;
  const request = httpRequest({
    ...toProxy,
    host,
    port,
    method: 'CONNECT',
    path,
    headers: { host: path },
    signal,
  });
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.once('connect', (response, socket, head) => {
      if (response.statusCode === 200) return resolve(socket as Socket);
      socket.unshift(head);
      notReached(response, socket).then(reject, reject);
    });
    request.end();
  });
}

function answerTo(request: ClientRequest, body: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // Stays: a request may fail once more after its answer has begun, and nobody else would hear it.
    request.on('error', reject);
    request.once('response', resolve);
    request.end(body);
  });
}

async function notReached(
  response: IncomingMessage,
  body: Duplex | IncomingMessage = response,
): Promise<NotReachedError> {
  const reach = response.headers[OWN_ANSWER_HEADER] as Reach | undefined;
  return new NotReachedError(reach ?? 'none', await text(body));
}

const DECODERS: ReadonlyMap<string, () => Duplex> = new Map([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

async function read(response: IncomingMessage): Promise<Pick<Told, 'body' | 'whole'>> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const decoder = DECODERS.get(encoding)?.();
  // Its errors come out of the loop below.
  const plain = decoder === undefined ? response : pipeline(response, decoder, () => {});
  const chunks: Buffer[] = [];
  let left = MAX_BODY_BYTES;
  let whole = decoder !== undefined || encoding === 'identity';
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, left));
      left -= chunk.length;
      if (left >= 0) continue;
      whole = false;
      break;
    }
  } catch {
    whole = false;
  } finally {
    response.destroy();
  }
  return { body: Buffer.concat(chunks), whole };
}
