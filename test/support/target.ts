import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createSecureServer, type Http2ServerRequest } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { after } from 'node:test';
import { TEST_CERTIFICATE, TEST_KEY } from '../egress/support.ts';

const TLS = { key: TEST_KEY, cert: TEST_CERTIFICATE };
const SERVERS = {
  http: (listener: RequestListener): Server => createServer({ keepAliveTimeout: 60_000 }, listener),
  https: (listener: RequestListener): Server =>
    createTlsServer({ ...TLS, keepAliveTimeout: 60_000 }, listener),
  // Its requests and answers are made to look like those of HTTP/1.1.
  http2: (listener: RequestListener): Server => createSecureServer(TLS, listener as never),
};
export type Scheme = keyof typeof SERVERS;
export const SCHEMES = Object.keys(SERVERS) as Scheme[];

export interface Seen {
  readonly method: string;
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The same as it came. */
  readonly bytes: Buffer;
  /** As they came. */
  readonly rawHeaders: readonly string[];
  readonly socket: Socket;
  /** Breaks the connection, with all that is under way on it. */
  breakOff(): void;
}

export interface Target {
  readonly url: string;
  readonly host: string;
  readonly seen: readonly Seen[];
  /** How many requests of a method came, to one path or to any. */
  count(method: string, path?: string): number;
  /** Bytes that came in on each WebSocket after its handshake. */
  readonly socketBytes: readonly number[];
  /** Stops listening and drops every connection: from now on it is down. */
  goDown(): void;
}

/** A target whose every answer the test writes; what comes in is kept. By TLS its certificate is nobody's. */
export async function startTarget(
  answer: (seen: Seen, response: ServerResponse) => unknown,
  scheme: Scheme = 'http',
): Promise<Target> {
  const seen: Seen[] = [];
  const server = SERVERS[scheme](async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { pathname, search } = new URL(request.url ?? '/', 'http://target');
    const bytes = Buffer.concat(chunks);
    const one = {
      method: request.method ?? '',
      path: pathname,
      query: search.slice(1),
      headers: request.headers,
      body: bytes.toString(),
      bytes,
      rawHeaders: request.rawHeaders,
      socket: request.socket,
      breakOff: () => {
        const { stream } = request as unknown as Partial<Http2ServerRequest>;
        if (stream) stream.session?.destroy();
        else if (scheme === 'https') request.socket.destroy();
        else request.socket.resetAndDestroy();
      },
    };
    seen.push(one);
    answer(one, response);
  });
  const socketBytes: number[] = [];
  server.on('upgrade', (request, socket) => {
    const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}${magic}`)
      .digest('base64');
    const lines = ['HTTP/1.1 101 Switching Protocols', 'upgrade: websocket', 'connection: upgrade'];
    socket.write(`${[...lines, `sec-websocket-accept: ${accept}`].join('\r\n')}\r\n\r\n`);
    const nth = socketBytes.push(0) - 1;
    socket.on('data', (chunk: Buffer) => {
      // A closing frame has no content to speak of.
      if (((chunk[0] ?? 0) & 0x0f) !== 8) socketBytes[nth] = (socketBytes[nth] ?? 0) + chunk.length;
    });
    socket.on('error', () => {});
  });
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const goDown = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  after(goDown);
  return {
    url: `${scheme === 'http' ? 'http' : 'https'}://${host}`,
    host,
    seen,
    count: (method, path) =>
      seen.filter((one) => one.method === method && (path ?? one.path) === one.path).length,
    socketBytes,
    goDown,
  };
}

export function html(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`<!doctype html><title>t</title>${body}`);
}

export const PAGE = '<form method="post" action="/submit"><input name="name"><button>Send</button></form>';
export const RECEIPT = '<p id="receipt">receipt 1</p>';
