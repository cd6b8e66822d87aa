/** What the tests of the egress proxy share: a proxy that ends with its test, targets on loopback, and clients. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  type Agent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { type Egress, type EgressOptions, openEgress } from '../../lib/egress/proxy.ts';

/** The host of all targets here; `egressTo` resolves every name to loopback. */
export const HOST = 'form.example';
/** Public by its range, but nobody's: 3ffe::/16 was given back in 2006 (RFC 3701), so no test knocks at a stranger's door. */
export const NOBODYS_PUBLIC_ADDRESS = '3ffe::1';

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
/** Made for these tests alone (`openssl req -x509`); valid for 100 years, for `HOST`. */
export const TEST_KEY = fixture('test-only-key.pem');
export const TEST_CERTIFICATE = fixture('test-only-certificate.pem');

/** A proxy that reaches the given ports of loopback as `HOST`, and nothing else unless options say so. */
export async function egressTo(
  t: TestContext,
  ports: readonly number[],
  options: Partial<EgressOptions> = {},
): Promise<Egress> {
  const egress = await openEgress({
    allow: [HOST],
    localTargets: ports.map((port) => `127.0.0.1:${port}`),
    resolve: async () => ['127.0.0.1'],
    ...options,
  });
  t.after(() => egress.close());
  return egress;
}

/** Listens on a free port until the test ends, when open connections are broken too. */
export async function listen(t: TestContext, server: Server): Promise<number> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  });
  t.after(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A target that keeps all bytes it gets, and does with each connection what it is told. */
export async function rawTarget(t: TestContext, onConnection: (socket: Socket) => void = () => {}) {
  const target = { port: 0, connections: 0, received: '' };
  const server = createServer((socket) => {
    target.connections += 1;
    socket.on('data', (chunk) => {
      target.received += chunk.toString('latin1');
    });
    onConnection(socket);
  });
  target.port = await listen(t, server);
  return target;
}

/** A port whose queue of connections is full, so that one more gets no answer at all. */
export async function busyPort(t: TestContext): Promise<number> {
  // Listens, and then never comes back to take a connection out of the queue.
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
     });`,
    { eval: true },
  );
  t.after(() => worker.terminate());
  const [port] = await once(worker, 'message');
  for (;;) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    t.after(() => socket.destroy());
    const full = new Promise<boolean>((resolve) => setTimeout(resolve, 100, true));
    if (await Promise.race([full, once(socket, 'connect').then(() => false)])) return port;
  }
}

export interface Tunnel {
  readonly status: number;
  /** What the proxy said of itself, if the answer is its own. */
  readonly egress: string | undefined;
  readonly socket: Socket;
}

/** Sends a CONNECT exactly as written, with whatever else is to go along in the same write. */
export async function connectThrough(
  t: TestContext,
  egress: Egress,
  authority: string,
  alongside = '',
  options: { readonly allowHalfOpen?: boolean } = {},
): Promise<Tunnel> {
  const socket = connect({ port: Number(new URL(egress.url).port), host: '127.0.0.1', ...options });
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n\r\n${alongside}`, 'latin1');
  let head = '';
  while (!head.includes('\r\n\r\n')) {
    const chunk: Buffer | null = socket.read();
    if (chunk !== null) head += chunk.toString('latin1');
    else if (socket.readableEnded || socket.destroyed)
      throw new Error(`closed after ${JSON.stringify(head)}`);
    else await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
  }
  const end = head.indexOf('\r\n\r\n') + 4;
  if (end < head.length) socket.unshift(Buffer.from(head.slice(end), 'latin1'));
  return {
    status: Number(head.slice(9, 12)),
    egress: /^x-sekali-egress: (.*)\r$/m.exec(head)?.[1],
    socket,
  };
}

export interface PlainRequest {
  readonly method?: string;
  readonly body?: string | Buffer;
  readonly headers?: OutgoingHttpHeaders;
  readonly agent?: Agent;
  /** Called with the head of the answer, before its body is read. */
  readonly onHead?: () => void;
}

export interface PlainAnswer {
  readonly status: number;
  readonly egress: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Sends a plain HTTP request with an absolute URL, as browsers send them to a proxy. */
export async function requestThrough(
  egress: Egress,
  url: string,
  options: PlainRequest = {},
): Promise<PlainAnswer> {
  const { hostname, port } = new URL(egress.url);
  const request = httpRequest({
    host: hostname,
    port,
    path: url,
    method: options.method ?? 'GET',
    headers: { host: new URL(url).host, ...options.headers },
    agent: options.agent ?? false,
    maxHeaderSize: 100_000,
  });
  request.end(options.body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  options.onHead?.();
  return {
    status: response.statusCode ?? 0,
    egress: response.headers['x-sekali-egress']?.toString(),
    headers: response.headers,
    body: await text(response),
  };
}

/** Waits until something is so, for at most 5 s. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`waited 5 s in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
