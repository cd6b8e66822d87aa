import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import { defineForm, type Form, fileField } from '../../lib/form/index.ts';
import { type ApiOptions, type ApiWorld, startApi } from '../support/api.ts';
import { INSECURE_HOST, launch, type Provider } from '../tabs/support.ts';

/** A form with a field of each kind; nothing of it is ever run. */
export const VISIT: Form = defineForm({
  name: 'visit',
  allow: ['example.org'],
  fields: z.strictObject({
    visitorId: z.string().min(1).describe('As on the badge'),
    email: z.email(),
    seats: z.int().min(1).max(10).default(1),
    day: z.iso.date(),
    arrives: z.iso.datetime().optional(),
    plan: z.enum(['basic', 'full']),
    agrees: z.boolean(),
    newsletter: z.boolean().optional(),
    address: z.strictObject({ city: z.string().min(1) }),
    cv: fileField({ maxBytes: 20_000, types: ['text/plain'] }).optional(),
    pin: z.string().optional(),
    wishes: z.string().max(2_000).optional(),
  }),
  identity: ['visitorId'],
  secret: ['pin'],
  url: () => 'https://example.org/visit',
  label: ({ visitorId }) => `${visitorId} visits`,
  fill: async () => {},
  submit: (page) => page.locator('button'),
  receipt: () => undefined,
});

export interface Request {
  readonly method: string;
  readonly path: string;
  /** Which tab sent it; empty for what no tab of a test did. */
  readonly tab: string;
  readonly atMs: number;
}

export interface ConsoleWorld {
  readonly api: ApiWorld;
  readonly origin: string;
  readonly context: BrowserContext;
  /** What the server saw. */
  readonly requests: readonly Request[];
  /** Violations of the page's policy, and errors that nobody caught. */
  readonly faults: readonly string[];
  /** How long answers to what is handed in are held back. */
  answerAfterMs: number;
  /** A tab, signed in unless told otherwise; the server sees them numbered in the order of the calls. */
  open(options?: { readonly token?: string | null; readonly at?: string }): Promise<Page>;
}

let browser: Promise<Browser> | undefined;
after(async () => (await browser)?.close());

/** The console in the packaged Chromium, on the real API in this process. Everything ends with the test that called it. */
export async function startConsole(
  options: ApiOptions = {},
  {
    provider = 'native',
    api,
    init,
  }: { readonly provider?: Provider; readonly api?: ApiWorld; readonly init?: string } = {},
): Promise<ConsoleWorld> {
  // At once: after a wait for what the tests share, it would no longer be known whose end is meant.
  const stops: (() => unknown)[] = [];
  after(async () => {
    for (const stop of stops.reverse()) await stop();
  });
  const world = api ?? (await startApi({ forms: [VISIT], ...options }));
  browser ??= launch();
  const requests: Request[] = [];
  const faults: string[] = [];
  const held = { answerAfterMs: 0 };
  const server = createServer((request, response) => {
    void (async () => {
      requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        tab: String(request.headers['x-tab'] ?? ''),
        atMs: performance.now(),
      });
      await pass(world, request, response, held);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://${provider === 'native' ? '127.0.0.1' : INSECURE_HOST}:${port}`;
  const context = await (await browser).newContext({ locale: 'en-GB', timezoneId: 'Asia/Jakarta' });
  context.setDefaultTimeout(20_000);
  if (init !== undefined) await context.addInitScript(init);
  stops.push(() => context.close());
  let opened = 0;
  return {
    api: world,
    origin,
    context,
    requests,
    faults,
    get answerAfterMs() {
      return held.answerAfterMs;
    },
    set answerAfterMs(ms: number) {
      held.answerAfterMs = ms;
    },
    async open({ token = world.tokens.operate, at = '' } = {}) {
      const tab = String(opened++);
      const page = await context.newPage();
      await page.setExtraHTTPHeaders({ 'x-tab': tab });
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted/i.test(message.text())) faults.push(message.text());
      });
      await page.goto(`${origin}/${at}`);
      if (token !== null) await signIn(page, token);
      return page;
    },
  };
}

export async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

/** Fills everything that VISIT asks for. */
export async function fillVisit(page: Page, visitorId: string): Promise<void> {
  await page.getByLabel('Visitor id').fill(visitorId);
  await page.getByLabel('Email').fill('ana@example.org');
  await page.getByLabel('Day').fill('2027-03-04');
  await page.getByLabel('Plan').selectOption('full');
  await page.getByLabel('Agrees').check();
  await page.getByLabel('City').fill('Bandung');
}

/** A folder of this test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sekali-console-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function pass(
  { api }: ApiWorld,
  request: IncomingMessage,
  response: ServerResponse,
  held: { readonly answerAfterMs: number },
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const [rawPath = '', rawQueryString = ''] = (request.url ?? '').split('?');
  const body = Buffer.concat(chunks).toString();
  const event = {
    version: '2.0',
    rawPath,
    rawQueryString,
    headers: request.headers,
    requestContext: { http: { method: request.method, path: rawPath } },
    ...(body !== '' && { body }),
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
  const { statusCode, headers, body: text = '', isBase64Encoded } = await api.handle(event);
  if (request.method === 'POST' && held.answerAfterMs > 0) {
    await new Promise((resolve) => setTimeout(resolve, held.answerAfterMs));
  }
  response.writeHead(statusCode ?? 500, headers as Record<string, string>);
  response.end(Buffer.from(text, isBase64Encoded ? 'base64' : 'utf8'));
}
