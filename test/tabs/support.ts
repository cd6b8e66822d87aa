import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumArguments } from '../../lib/chromium/arguments.ts';
import { extractChromium } from '../../lib/chromium/extract.ts';
import type * as library from '../../lib/tabs/index.ts';

/** In every page and worker: the bundle, and the coordination that it opened. */
declare global {
  var sekaliTabs: typeof library;
  var tabs: library.Tabs;
}

export const NAMESPACE = 'test';

/** Plain http on a name that is not localhost is what browsers call insecure: no `navigator.locks` there. */
export const INSECURE_HOST = 'console.test';

/** Where the library gets its locks from; both sorts exclude other tabs. */
export type Provider = 'native' | 'lease';
export const PROVIDERS: readonly Provider[] = ['native', 'lease'];

/** What a browser does that refuses its storage. */
export const NO_STORAGE = `Object.defineProperty(globalThis, 'indexedDB', {
  value: { open() { throw new DOMException('blocked', 'SecurityError'); } },
});`;

const bundle = await build({
  entryPoints: [join(import.meta.dirname, '../../lib/tabs/index.ts')],
  bundle: true,
  format: 'iife',
  globalName: 'sekaliTabs',
  target: 'es2022',
  write: false,
});
export const code = bundle.outputFiles[0]?.text ?? '';

/** What the server saw: the ground truth. */
export class Ledger {
  /** Sends by idempotency key, with the order of their arrival. */
  readonly sends = new Map<string, number>();
  /** Terms of the polls, as they came. */
  readonly polls: { readonly term: number; readonly tab: string; readonly atMs: number }[] = [];
  /** Who is inside a section now, by name, and the most that ever were. */
  readonly inside = new Map<string, number>();
  most = 0;
  entered = 0;
  /** Answers to `/send` wait this long. */
  sendMs = 0;
  /** Taken, and the answer never comes. */
  cut = false;

  sent(key: string): number {
    return this.sends.get(key) ?? 0;
  }

  get allSends(): number {
    return [...this.sends.values()].reduce((all, one) => all + one, 0);
  }
}

export interface World {
  readonly ledger: Ledger;
  readonly context: BrowserContext;
  readonly origin: string;
  /** Opens so many tabs of the application. */
  open(count: number): Promise<Page[]>;
}

let browser: Promise<Browser> | undefined;
const folder = await mkdtemp(join(tmpdir(), 'sekali-tabs-'));
after(async () => {
  await (await browser)?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** The packaged Chromium, with shared workers, and without those of Playwright's switches that are named. */
export async function launch(ignoreDefaultArgs: string[] = []): Promise<Browser> {
  const extracted = await extractChromium();
  return chromium.launch({
    executablePath: extracted.executablePath,
    args: [
      ...chromiumArguments.filter((one) => one !== '--disable-shared-workers'),
      `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`,
    ],
    env: { ...extracted.env, HOME: folder, TMPDIR: folder },
    ignoreDefaultArgs,
    chromiumSandbox: false,
  });
}

/** One for the tests of a file. A launch that fails is tried once more, as the worker does. */
function sharedBrowser(): Promise<Browser> {
  browser ??= launch().catch(() => launch());
  return browser;
}

/** A server and a browser profile of their own, for one test. */
export async function world(
  t: TestContext,
  provider: Provider,
  { own, init }: { own?: Browser; init?: string } = {},
): Promise<World> {
  const context = await (own ?? (await sharedBrowser())).newContext();
  const ledger = new Ledger();
  const server = createServer((request, response) => void answer(ledger, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://${provider === 'native' ? '127.0.0.1' : INSECURE_HOST}:${port}`;
  if (init !== undefined) await context.addInitScript(init);
  t.after(async () => {
    await context.close();
    server.closeAllConnections();
    server.close();
  });
  const openOne = async () => {
    const page = await context.newPage();
    await page.goto(origin);
    await page.evaluate('ready');
    return page;
  };
  return { ledger, context, origin, open: (count) => Promise.all(Array.from({ length: count }, openOne)) };
}

/** Ends the process of a page, as a crash does. */
export async function crash(page: Page): Promise<void> {
  const crashed = new Promise((resolve) => page.once('crash', resolve));
  void page.goto('chrome://crash').catch(() => undefined);
  await crashed;
}

const START = `var ready = sekaliTabs.openTabs('${NAMESPACE}').then((opened) => { globalThis.tabs = opened; });`;

/**
 * The answer begins, and its connection ends. (Without a beginning Chromium would send a POST again by itself, where the
 * connection had been used before: one `fetch` arrived three times.)
 */
function cutShort(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 1_000 });
  response.write('{', () => response.destroy());
}

/** A worker runs what it is told, and says what came of it. */
const WORKER = `onmessage = async ({ data }) => { await ready; postMessage(await eval(data)); };`;

async function answer(ledger: Ledger, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server');
  const name = searchParams.get('name') ?? '';
  const end = (body: string, type = 'text/plain') =>
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(body);
  switch (pathname) {
    case '/':
      return void end('<!doctype html><title>tab</title><script src="/tabs.js"></script>', 'text/html');
    case '/tabs.js':
      return void end(`${code}\n${START}`, 'text/javascript');
    case '/worker.js':
      return void end(`${code}\n${START}\n${WORKER}`, 'text/javascript');
    case '/enter': {
      const inside = (ledger.inside.get(name) ?? 0) + 1;
      ledger.inside.set(name, inside);
      ledger.most = Math.max(ledger.most, inside);
      ledger.entered++;
      return void end('');
    }
    case '/leave':
      ledger.inside.set(name, (ledger.inside.get(name) ?? 0) - 1);
      return void end('');
    case '/send': {
      const key = String(request.headers['idempotency-key']);
      ledger.sends.set(key, ledger.sent(key) + 1);
      if (ledger.sendMs > 0) await sleep(ledger.sendMs, undefined, { ref: false });
      if (ledger.cut) return cutShort(response);
      return void end(JSON.stringify({ job: `job of ${key}` }), 'application/json');
    }
    case '/status':
      return void end(JSON.stringify({ known: ledger.sent(name) > 0 }), 'application/json');
    case '/stall':
      await sleep(Number(searchParams.get('ms')), undefined, { ref: false });
      return void end('');
    case '/poll':
      ledger.polls.push({
        term: Number(searchParams.get('term')),
        tab: searchParams.get('tab') ?? '',
        atMs: performance.now(),
      });
      return void end(JSON.stringify({ poll: ledger.polls.length }), 'application/json');
    default:
      return void response.writeHead(404).end();
  }
}
