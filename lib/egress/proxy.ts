/**
 * The egress proxy: under every connection of one submission, the browser's and the senders'. One instance serves one
 * submission, so whatever it sees belongs to that submission and it needs no credentials.
 */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP, Socket } from 'node:net';
import { allowList } from './allow.ts';
import { forward, MAX_HEADER_BYTES } from './forward.ts';
import { OneWay } from './one-way.ts';
import { answerRequest, answerSocket, OWN_ANSWER_HEADER, type OwnAnswer } from './own-answer.ts';
import { further, type Reach } from './reach.ts';
import { normaliseHost, parseAuthority, parseRequestUrl, show, type Target } from './target.ts';
import { joinTunnel } from './tunnel.ts';
import { openUpstream, type UpstreamRules } from './upstream.ts';

export type { Reach };
export { OWN_ANSWER_HEADER };

const CONNECT_TIMEOUT_MS = 10_000;
/** Node has a limit of its own only together with one on bodies. */
const HEADERS_TIMEOUT_MS = 60_000;
const MAX_REFUSALS = 20;
/** The heaviest form pages take 20 MB with all that they show, and a submission loads two or three. */
const MAX_RECEIVED_BYTES = 64 * 1024 * 1024;

export interface EgressOptions {
  /** Host names that may be reached: exact, or `*.example.org` for its subdomains. */
  readonly allow: readonly string[];
  /** `address:port` pairs let past the address check (never past `allow`): the local stage's demo target. */
  readonly localTargets: readonly string[];
  /** All addresses of a name. By default the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** For each address tried; 10 s by default. */
  readonly connectTimeoutMs?: number;
  /** From all targets together; 64 MiB by default. With more it seals itself. */
  readonly maxReceivedBytes?: number;
}

export interface Refusal {
  readonly host: string;
  readonly port: number;
  /** The host is not allowed, or one of its addresses is not public. */
  readonly why: 'host' | 'address';
}

export interface Egress {
  /** For a context's `proxy.server`. */
  readonly url: string;
  /** The first 20 different targets refused by the rules, for messages to people. */
  readonly refusals: readonly Refusal[];
  /** More came than may; it has sealed itself. */
  readonly flooded: boolean;
  /**
   * Starts to observe one target, in place of the one before: what happens from now on, on older connections to it too.
   * @throws TypeError when `host` is no host
   */
  watch(host: string, port: number): void;
  /** Breaks every open connection, and refuses new ones until `admitOne` or `reopen`. */
  shut(): void;
  /**
   * Breaks every open connection, watches this target, and lets one fresh connection to it out, for one request: see
   * `OneWay`. Refuses all others until `reopen`.
   * @throws TypeError when `host` is no host
   */
  admitOne(host: string, port: number): void;
  /** Serves everybody again, unless sealed. */
  reopen(): void;
  /**
   * Breaks every open connection and refuses all further ones: once it has answered, nothing more leaves. Answers how far
   * the watched target was reached since `watch`; below `tunnelled` no byte of a request left.
   */
  seal(): Reach;
  /** Seals, and gives the port back. Only after the context is closed: another proxy may get the port. */
  close(): Promise<void>;
}

const SEALED: OwnAnswer = {
  status: 403,
  reach: 'refused',
  sentence: 'Sealed: nothing more leaves for this submission.',
};
const SHUT: OwnAnswer = {
  status: 403,
  reach: 'refused',
  sentence: 'Shut: while a submission is being sent, nothing else leaves.',
};
const FLOODED: OwnAnswer = {
  status: 403,
  reach: 'refused',
  sentence: 'The target sends more than it may: nothing more leaves for this submission.',
};
const NO_TARGET: OwnAnswer = {
  status: 400,
  reach: 'refused',
  sentence: 'This proxy takes CONNECT host:port and http:// URLs.',
};
const NO_UPGRADE: OwnAnswer = {
  status: 403,
  reach: 'refused',
  sentence: 'A plain HTTP request may not be upgraded.',
};

/**
 * Opens a proxy on a free port of 127.0.0.1.
 * @throws TypeError when an entry of `allow` or `localTargets` cannot be read
 */
export async function openEgress(options: EgressOptions): Promise<Egress> {
  const open = new Set<Socket>();
  const refusals = new Map<string, Refusal>();
  let watched: { readonly target: string; reach: Reach } | undefined;
  let sealed = false;
  let way: 'open' | 'shut' | OneWay = 'open';
  const maxReceivedBytes = options.maxReceivedBytes ?? MAX_RECEIVED_BYTES;
  let receivedBytes = 0;

  const note = (target: Target, reach: Reach) => {
    // What goes up now goes up there: every other connection was broken.
    if (reach === 'tunnelled' && way instanceof OneWay) way.use();
    if (watched?.target === show(target)) watched.reach = further(watched.reach, reach);
  };
  const track = (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // Each error is followed by 'close', where it is dealt with; without a listener it would end the process.
    socket.on('error', () => {});
  };
  const isFlooded = () => receivedBytes > maxReceivedBytes;
  // Everything ends, not the one connection: Chromium would only ask again.
  const receive = (chunk: Buffer) => {
    receivedBytes += chunk.length;
    if (isFlooded()) seal();
  };
  const rules: UpstreamRules = {
    allowed: allowList(options.allow),
    localTargets: new Set(options.localTargets.map(readLocalTarget)),
    resolve: options.resolve ?? resolveAll,
    connectTimeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    onRefused: (target, why) => {
      if (refusals.size < MAX_REFUSALS) refusals.set(`${why} ${show(target)}`, { ...target, why });
    },
    adopt: track,
  };
  const reach = async (target: Target, client: Socket): Promise<Socket | OwnAnswer> => {
    if (sealed) return isFlooded() ? FLOODED : SEALED;
    if (way !== 'open' && !(way instanceof OneWay && way.admits(show(target), client))) return SHUT;
    const upstream = await openUpstream(target, client, rules);
    // Dropped, sealed or given up meanwhile: the upstream closes with the client, and nothing has happened to the target.
    if (client.destroyed) return SEALED;
    if (!(upstream instanceof Socket)) note(target, upstream.reach);
    return upstream;
  };

  async function onConnect(request: IncomingMessage, client: Socket, head: Buffer): Promise<void> {
    const target = parseAuthority(request.url ?? '');
    if (target === undefined) return answerSocket(client, NO_TARGET);
    const upstream = await reach(target, client);
    if (!(upstream instanceof Socket)) return answerSocket(client, upstream);
    note(target, 'handshake');
    joinTunnel(client, upstream, head, { onSend: (how) => note(target, how), onReceive: receive });
  }

  async function onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    const url = parseRequestUrl(request.url ?? '');
    if (url === undefined) return answerRequest(request, response, NO_TARGET);
    if (request.headers.upgrade !== undefined) return answerRequest(request, response, NO_UPGRADE);
    const upstream = await reach(url.target, request.socket);
    if (!(upstream instanceof Socket)) return answerRequest(request, response, upstream);
    const onSend = () => note(url.target, 'tunnelled');
    forward(request, response, { ...url, upstream, onSend, onReceive: receive });
  }

  // No limit on the time of a body: cutting one off halfway would make Chromium send the request again. The submission
  // that the proxy belongs to ends in time, and closes it.
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: 0,
  });
  // Whatever goes wrong with one connection ends that connection, never the process.
  const serve = (client: Socket, serving: Promise<void>) => void serving.catch(() => client.destroy());
  server.on('connection', track);
  server.on('request', (request, response) => serve(request.socket, onRequest(request, response)));
  server.on('connect', (request, _client, head) =>
    serve(request.socket, onConnect(request, request.socket, head)),
  );
  server.on('clientError', (_error, client) => client.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };
  const watch = (host: string, port: number) => {
    const name = normaliseHost(host);
    if (name === undefined) throw new TypeError(`"${host}" is not a host that can be watched.`);
    watched = { target: show({ host: name, port }), reach: 'none' };
    return watched;
  };
  const seal = () => {
    sealed = true;
    breakAll();
    return watched?.reach ?? 'none';
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get refusals() {
      return [...refusals.values()];
    },
    get flooded() {
      return isFlooded();
    },
    watch: (host, port) => void watch(host, port),
    shut() {
      way = 'shut';
      breakAll();
    },
    admitOne(host, port) {
      way = new OneWay(watch(host, port).target);
      breakAll();
    },
    reopen() {
      way = 'open';
    },
    seal,
    close() {
      seal();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

async function resolveAll(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

function readLocalTarget(written: string): string {
  const target = parseAuthority(written);
  if (target === undefined || isIP(target.host) === 0) {
    throw new TypeError(`"${written}" is not an address and port. Write it like "127.0.0.1:4010".`);
  }
  return show(target);
}
