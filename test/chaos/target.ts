/**
 * The chaos target: a site of somebody else that counts every entry, looks for no duplicates, and has for each visitor the
 * trouble that the plan gave them.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * What is wrong with the site for one visitor, the first time that they come or send. `After` and `Before`: whether the
 * entry was recorded.
 */
export const TROUBLES = [
  'none',
  'slow',
  'resetAfter',
  'hangAfter',
  'errorAfter',
  'cutAfter',
  'resetBefore',
  'errorBefore',
  'refuses',
  'expires',
  'redirects',
  'firesTwice',
  'downAtFirst',
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** Troubles after which nobody but the target knows whether it was accepted. */
export const LEAVES_NO_PROOF: ReadonlySet<Trouble> = new Set([
  'resetAfter',
  'hangAfter',
  'errorAfter',
  'cutAfter',
  'resetBefore',
  'errorBefore',
]);

const SLOW_MS = 700;

export interface Entry {
  readonly form: string;
  readonly id: string;
  readonly note: string;
}

export interface ChaosTarget {
  readonly url: string;
  readonly host: string;
  readonly entries: readonly Entry[];
  entriesOf(id: string): number;
  /** Visitors by every POST that came while it was not known what had become of the one before. */
  readonly forbidden: readonly string[];
  /** An operator has looked, and it is not there: it may be sent again. */
  absent(id: string): void;
  stop(): Promise<void>;
}

export interface ChaosTargetOptions {
  troubleOf(id: string): Trouble;
  /** Told of a visit before it is answered: the page was asked for, a field was typed into, the form has arrived. */
  onVisit(what: 'load' | 'fill' | 'sent', id: string): void;
}

export async function startChaosTarget({ troubleOf, onVisit }: ChaosTargetOptions): Promise<ChaosTarget> {
  const entries: Entry[] = [];
  const posts = new Map<string, number>();
  const visited = new Set<string>();
  /** Sent without a proof; nobody may send again before somebody has looked. */
  const doubtful = new Set<string>();
  const forbidden: string[] = [];
  const server = createServer((request, response) => {
    // The visitor was killed in mid-request.
    answer(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://target');
    if (request.method === 'POST') return submit(request, response, url);
    const id = url.searchParams.get('id') ?? '';
    switch (url.pathname) {
      case '/ticket':
      case '/permit': {
        const first = !visited.has(id);
        visited.add(id);
        onVisit('load', id);
        if (first && troubleOf(id) === 'downAtFirst') return void request.socket.resetAndDestroy();
        return page(response, formPage(url.pathname, id, troubleOf(id) === 'firesTwice'));
      }
      case '/typed':
        onVisit('fill', id);
        return void response.writeHead(204).end();
      case '/lookup': {
        const landed = entries.some((entry) => entry.id === id);
        if (!landed) doubtful.delete(id);
        return page(response, landed ? '<p id="landed">found</p>' : '<p id="absent">no such entry</p>');
      }
      case '/receipt':
        return page(response, `<p id="receipt">receipt for ${id}</p>`);
      default:
        return void response.writeHead(404).end();
    }
  }

  async function submit(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const body = new URLSearchParams(await text(request));
    const [form, id, note] = [url.pathname.slice(1), body.get('id') ?? '', body.get('note') ?? ''];
    const nth = (posts.get(id) ?? 0) + 1;
    posts.set(id, nth);
    const lasting = troubleOf(id);
    const trouble = nth === 1 ? lasting : 'none';
    if (doubtful.has(id)) forbidden.push(id);
    if (LEAVES_NO_PROOF.has(trouble)) doubtful.add(id);
    if (lasting === 'redirects' && !url.searchParams.has('again')) {
      return void response.writeHead(307, { location: `/${form}?again` }).end();
    }
    if (trouble === 'expires') return page(response, '<p id="expired">session expired</p>', 403);
    if (lasting === 'refuses') return page(response, '<p id="refused">sold out</p>');
    if (trouble === 'resetBefore') {
      onVisit('sent', id);
      return void request.socket.resetAndDestroy();
    }
    if (trouble === 'errorBefore') return page(response, '<p>try again later</p>', 503);
    entries.push({ form, id, note });
    onVisit('sent', id);
    switch (trouble) {
      case 'resetAfter':
        return void request.socket.resetAndDestroy();
      case 'hangAfter':
        return;
      case 'errorAfter':
        return page(response, '<p>internal error</p>', 500);
      case 'cutAfter':
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': '9999' });
        response.write('<p>thank', () => request.socket.resetAndDestroy());
        return;
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    }
    response.writeHead(303, { location: `/receipt?id=${id}` }).end();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    entries,
    forbidden,
    absent: (id) => void doubtful.delete(id),
    entriesOf: (id) => entries.filter((entry) => entry.id === id).length,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function page(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`<!doctype html><html lang="en"><title>chaos</title>${body}</html>`);
}

function formPage(action: string, id: string, firesTwice: boolean): string {
  const twice = `document.querySelector('button').addEventListener('click', () => {
    document.querySelector('form').requestSubmit();
    fetch('${action}', { method: 'POST', body: new URLSearchParams(new FormData(document.querySelector('form'))) });
  });`;
  return `<form method="post" action="${action}">
<input type="hidden" name="id" value="${id}">
<label>Note <input name="note" oninput="if (!window.told) { window.told = new Image(); told.src = '/typed?id=${id}'; }"></label>
<button>Send</button></form><script>${firesTwice ? twice : ''}</script>`;
}
