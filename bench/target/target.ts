/** The benchmark's target, and the witness of what reached it: it accepts whatever comes, duplicates too. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeAssets } from './assets.ts';
import { formPage, KINDS, receiptPage } from './pages.ts';

export interface BenchTarget {
  readonly url: string;
  /** User ids in the order in which their forms came in. */
  readonly entries: readonly string[];
  /** When the last one came in, by `performance.now()`. */
  readonly lastEntryMs: number;
  /** Likewise the last receipt that it showed: only then a submission is over, however long the answer took. */
  readonly lastReceiptMs: number;
  /** Connections that were opened to it. */
  readonly connections: number;
  /** The next form page that is asked for is not answered. Resolves when it was asked for. */
  holdNextPage(): Promise<void>;
  stop(): Promise<void>;
}

/** @param slowAnswerMs what the slow target's answer to a form takes */
export async function startBenchTarget(slowAnswerMs: number): Promise<BenchTarget> {
  const assets = await makeAssets();
  const token = randomBytes(16).toString('hex');
  const entries: string[] = [];
  let lastEntryMs = 0;
  let lastReceiptMs = 0;
  let connections = 0;
  let onHeld: (() => void) | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url: path = '' } = request;
    const kind = KINDS.find((one) => path === `/${one}`);
    const asset = assets.get(path);
    if (method === 'POST' && kind !== undefined) {
      const body = new URLSearchParams(await text(request));
      if (body.get('token') !== token) throw new Error('a form without its token');
      entries.push(body.get('userId') ?? '');
      lastEntryMs = performance.now();
      const number = entries.length;
      if (kind === 'slow') await sleep(slowAnswerMs, undefined, { ref: false });
      response.writeHead(303, { location: `/receipt/${number}` }).end();
    } else if (kind !== undefined && onHeld !== undefined) {
      onHeld();
      onHeld = undefined;
    } else if (kind !== undefined) {
      html(response, formPage(kind, token));
    } else if (path.startsWith('/receipt/')) {
      html(response, receiptPage(path.slice('/receipt/'.length)));
      lastReceiptMs = performance.now();
    } else if (asset !== undefined) {
      response.writeHead(200, { 'content-type': asset.type }).end(asset.content);
    } else {
      response.writeHead(404).end();
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    entries,
    get lastEntryMs() {
      return lastEntryMs;
    },
    get lastReceiptMs() {
      return lastReceiptMs;
    },
    get connections() {
      return connections;
    },
    holdNextPage: () =>
      new Promise((resolve) => {
        onHeld = resolve;
      }),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function html(response: ServerResponse, page: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
}
