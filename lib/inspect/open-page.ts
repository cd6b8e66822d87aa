import type { Page, Request, Response } from 'playwright-core';
import { z } from 'zod';
import { defineForm } from '../form/define.ts';
import { type Browsers, type GatedContext, openGatedContext } from '../senders/gated-context.ts';
import { visit } from '../senders/visit.ts';

/** Scripts load scripts of other hosts, which load more. */
const MAX_ROUNDS = 4;
const MAX_HOSTS = 20;
/** From then on a page that still loads something is looked at as it is. */
const SETTLE_MS = 5_000;
const NAVIGATION_MS = 30_000;
const ACTION_MS = 5_000;

/** What a page may need to work; pictures and fonts it does not. */
const NEEDED = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch', 'websocket', 'eventsource']);

/** They watch, and a form works without them: this was inspected without them too. */
const WATCHERS =
  /(?:^|\.)(?:google-analytics|googletagmanager|googleadservices|googlesyndication|doubleclick|facebook|hotjar|clarity|segment|mixpanel|newrelic|nr-data|sentry|amplitude|fullstory|linkedin|licdn|tiktok|optimizely|cookielaw|cookiebot|onetrust)\.\w+$/;

export interface OpenedPage {
  readonly gated: GatedContext;
  readonly page: Page;
  /** Of the document that it shows now. */
  status(): number;
  /** That document as it was served, before any script changed it. */
  served(): Promise<string>;
  /** The hosts that it was let reach. */
  readonly hosts: readonly string[];
  /** Everything that it asked for, refused or not. */
  readonly asked: readonly string[];
}

export interface OpenPageOptions {
  readonly browsers: Browsers;
  readonly localTargets: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Opens a page behind gate and egress proxy. It begins with the page's own host alone; where the page asks for others, it is
 * loaded anew with these, so that the answer says which hosts it was let reach.
 * @throws Error when it cannot be loaded; ParkError when it leads to an address that may not be reached
 */
export async function openPage(url: string, options: OpenPageOptions): Promise<OpenedPage> {
  const hosts = new Set([new URL(url).hostname]);
  for (let round = 1; ; round++) {
    const gated = await openGatedContext(onlyHosts(url, [...hosts]), options);
    const asked: Request[] = [];
    gated.context.on('request', (request) => asked.push(request));
    try {
      const failure = await load(gated, url).catch((thrown: unknown) => ({ thrown }));
      const others = neededHosts(asked).filter((host) => !hosts.has(host));
      const isLast = others.length === 0 || round === MAX_ROUNDS || hosts.size >= MAX_HOSTS;
      if (isLast && 'thrown' in failure) throw failure.thrown;
      if (isLast && !('thrown' in failure)) {
        const refused = new Set(gated.egress.refusals.map(({ host }) => host));
        const reached = [...hosts].filter((host) => !refused.has(host));
        return {
          gated,
          page: gated.page,
          hosts: reached,
          asked: asked.map((one) => one.url()),
          ...failure,
        };
      }
      for (const host of others) hosts.add(host);
    } catch (thrown) {
      await gated.close();
      throw thrown;
    }
    await gated.close();
  }
}

/** What opens a gated context is a form; this one submits nothing, so every request but GET is dropped. */
function onlyHosts(url: string, allow: readonly string[]) {
  return defineForm({
    name: 'inspected',
    allow,
    fields: z.strictObject({}),
    identity: [],
    url: () => url,
    label: () => '',
    fill: async () => {},
    submit: (page) => page.locator('button'),
    receipt: () => undefined,
  });
}

async function load({ page, egress }: GatedContext, url: string) {
  page.setDefaultTimeout(ACTION_MS);
  page.setDefaultNavigationTimeout(NAVIGATION_MS);
  let answer: Response | undefined;
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) answer = response;
  });
  await visit(page, url, egress);
  await page.waitForLoadState('networkidle', { timeout: SETTLE_MS }).catch(() => {});
  return {
    status: () => answer?.status() ?? 0,
    served: async () => (await answer?.text().catch(() => '')) ?? '',
  };
}

function neededHosts(asked: readonly Request[]): string[] {
  const needed = asked.filter((request) => NEEDED.has(request.resourceType()));
  const hosts = needed.flatMap((request) => {
    const url = URL.parse(request.url());
    return url !== null && /^https?:$/.test(url.protocol) ? url.hostname : [];
  });
  return [...new Set(hosts)].filter((host) => !WATCHERS.test(host)).slice(0, MAX_HOSTS);
}
