/**
 * The demo target: a registration site of somebody else, and the witness of what reached it. It accepts whatever is
 * sent correctly, duplicates too, so that every second submission shows; a site that finds duplicates itself would
 * prove nothing.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Entry, entriesPage, notFoundPage } from './demo-target/pages.ts';
import { accept, form, html, type Registration, type Reply, receipt } from './demo-target/registration.ts';
import { type Gallery, openGallery } from './gallery/gallery.ts';
import { visitOf } from './gallery/visit.ts';

export type { Entry } from './demo-target/pages.ts';

/** Long enough that a connection is still kept alive when a slow visitor sends the form. */
const KEEP_ALIVE_MS = 60_000;

/**
 * What becomes of a request. `reset` and `hang` come after the request was taken, a POST's entry recorded: the
 * connection breaks, or the answer never comes.
 */
export type Behaviour = 'normal' | 'reset' | 'hang' | { readonly redirect307: string };

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

export interface DemoTargetOptions {
  /** A free one when absent. */
  readonly port?: number;
  /** Answer "already registered" to the same user and event; likewise the sites of the gallery. Default: false. */
  readonly dedupe?: boolean;
  /** Between recording a POST and answering it. */
  readonly answerDelayMs?: number;
  /** Before answering a GET of the form. */
  readonly pageDelayMs?: number;
  behave?(request: Received): Behaviour;
}

export interface DemoTarget {
  /** Without a path: the form is at `/register`, all entries at `/entries` and `/entries.json`, a list of more forms at `/`. */
  readonly url: string;
  /** More forms, on the same server. */
  readonly gallery: Gallery;
  entries(): readonly Entry[];
  /** All requests, in the order in which they came. */
  requests(): readonly Received[];
  /** How many POSTs came in, to one path or to all. */
  posts(path?: string): number;
  /** Every form page that is open now is answered "Your session has expired". */
  expireSessions(): void;
  stop(): Promise<void>;
}

export async function startDemoTarget(options: DemoTargetOptions = {}): Promise<DemoTarget> {
  const registration: Registration = { sessions: new Map(), entries: [], dedupe: options.dedupe ?? false };
  const gallery = openGallery({ dedupe: registration.dedupe });
  const requests: Received[] = [];
  const posts = (path?: string) =>
    requests.filter((one) => one.method === 'POST' && (path ?? one.path) === one.path).length;

  const server = createServer((request, response) => {
    // The visitor went away in mid-request: there is nobody to tell.
    answer(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? '';
    const path = (request.url ?? '').replace(/\?.*/, '');
    const received = { method, path, headers: request.headers };
    requests.push(received);
    const behaviour = options.behave?.(received) ?? 'normal';
    const body = await buffer(request);
    if (typeof behaviour === 'object') {
      response.writeHead(307, { location: behaviour.redirect307 }).end();
      return;
    }
    const reply =
      (await gallery.answer(await visitOf(request, body), path)) ??
      route(method, path, request.headers.cookie ?? '', new URLSearchParams(body.toString()));
    if (behaviour === 'reset') request.socket.resetAndDestroy();
    if (behaviour !== 'normal') return;
    const delayMs =
      method === 'POST' ? options.answerDelayMs : path === '/register' ? options.pageDelayMs : 0;
    if (delayMs) await sleep(delayMs, undefined, { ref: false });
    response.writeHead(reply.status, reply.headers).end(reply.body);
  }

  function route(method: string, path: string, cookies: string, body: URLSearchParams): Reply {
    // Any path takes the form, so that a redirected POST finds its place.
    if (method === 'POST') return accept(registration, cookies, body);
    if (path === '/register') return form(registration, cookies);
    if (path === '/entries') return html(200, entriesPage(registration.entries, posts()));
    if (path === '/entries.json') {
      const json = JSON.stringify(registration.entries);
      return { status: 200, body: json, headers: { 'content-type': 'application/json' } };
    }
    return receipt(registration, path) ?? html(404, notFoundPage());
  }

  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    gallery,
    entries: () => registration.entries,
    requests: () => requests,
    posts,
    expireSessions() {
      registration.sessions.clear();
      gallery.expireSessions();
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
