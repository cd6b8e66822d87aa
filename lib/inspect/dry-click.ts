import { setTimeout as sleep } from 'node:timers/promises';
import type { FrameLocator, Locator, Page, Request } from 'playwright-core';
import { SAFE } from '../senders/gate-rules.ts';
import type { GatedContext } from '../senders/gated-context.ts';
import { type Body, readBody, textOfBody } from './body.ts';
import { type DryFill, fillDry } from './dry-fill.ts';
import type { Field } from './field.ts';
import type { Sample } from './sample.ts';

/** A page may first look at its fields, or ask for something, before it sends. */
const CLICK_MS = 5_000;
/** What a click leads to comes at once; after this the rest is another matter. */
const QUIET_MS = 700;
/** Loads that carry nothing: what a script needs to go on. */
const STATIC = new Set(['script', 'stylesheet', 'font', 'image', 'media']);

/** A request that would have changed something, or that the click led to. None of them left. */
export interface SeenRequest {
  readonly method: string;
  /** Without its query, which may hold values. */
  readonly url: string;
  readonly type: string;
  readonly body: Body;
  /** A page load in a tab, in a frame, or none: a script's own request. */
  readonly load: 'page' | 'frame' | 'script';
  readonly when: 'filling' | 'clicked';
  /** How many of the values that were filled in it carries. */
  readonly carries: number;
}

export interface DryClick {
  readonly fill: DryFill;
  readonly requests: readonly SeenRequest[];
  /** The one that is the submission, as far as can be told. */
  readonly submission: SeenRequest | undefined;
  /** What the page itself calls invalid, where the click led to nothing. */
  readonly invalid: readonly string[];
  /** What the page asked in a dialog; it was answered with OK. */
  readonly dialogs: readonly string[];
}

/**
 * Fills the form with plausible values and clicks, so that the page makes its request: the only way to know what a script
 * builds. After the click not even a GET leaves, since a script may submit by one.
 */
export async function clickDry(
  { context, page, gate }: GatedContext,
  root: Page | FrameLocator,
  fields: readonly Field[],
  submit: Locator,
): Promise<DryClick> {
  let clicked = false;
  const seen: { request: Request; clicked: boolean }[] = [];
  const first = Promise.withResolvers<void>();
  context.on('request', (request) => {
    const counts = clicked ? !STATIC.has(request.resourceType()) : !SAFE.has(request.method());
    if (!counts) return;
    seen.push({ request, clicked });
    if (clicked) first.resolve();
  });
  // In front of the gate, which goes on to hold and to drop.
  await context.route('**/*', (route) => {
    const request = route.request();
    const leaves = clicked && SAFE.has(request.method()) && !STATIC.has(request.resourceType());
    return leaves ? route.abort('blockedbyclient').catch(() => {}) : route.fallback();
  });
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    dialog.accept().catch(() => {});
  });

  const fill = await fillDry(root, fields);
  clicked = true;
  gate.beginSubmit();
  const clickFailed = submit.click({ timeout: CLICK_MS }).then(
    () => sleep(CLICK_MS),
    () => sleep(QUIET_MS),
  );
  await Promise.race([first.promise, clickFailed]);
  if (seen.some((one) => one.clicked)) await sleep(QUIET_MS);
  const requests = await Promise.all(seen.map((one) => describe(one, fill.values)));
  const invalid = requests.length > 0 ? [] : await invalidIn(root);
  return { fill, requests, submission: submissionAmong(requests), invalid, dialogs };
}

async function describe(
  { request, clicked }: { request: Request; clicked: boolean },
  values: Readonly<Record<string, Sample>>,
): Promise<SeenRequest> {
  const type = request.headers()['content-type'] ?? '';
  const body = await readBody(type, request.postDataBuffer());
  const url = new URL(request.url());
  const said = `${[...url.searchParams.values()].join('\n')}\n${textOfBody(body)}`;
  const telling = Object.values(values).filter(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  return {
    method: request.method(),
    url: url.origin + url.pathname,
    type: (type.split(';')[0] ?? '').trim(),
    body,
    load: loadOf(request),
    when: clicked ? 'clicked' : 'filling',
    carries: telling.filter((value) => said.includes(String(value))).length,
  };
}

function loadOf(request: Request): SeenRequest['load'] {
  if (!request.isNavigationRequest()) return 'script';
  try {
    return request.frame().parentFrame() === null ? 'page' : 'frame';
  } catch {
    // The first load of a new tab, asked for before its frame is there.
    return 'page';
  }
}

/** The one that carries the most of what was filled in; a page load goes before a script's request. */
function submissionAmong(requests: readonly SeenRequest[]): SeenRequest | undefined {
  const weight = ({ carries, method, load }: SeenRequest) =>
    carries * 4 + (SAFE.has(method) ? 0 : 2) + (load === 'script' ? 0 : 1);
  const after = requests.filter(({ when }) => when === 'clicked');
  return after.toSorted((one, other) => weight(other) - weight(one))[0];
}

async function invalidIn(root: Page | FrameLocator): Promise<string[]> {
  const controls = root.locator('input:invalid, select:invalid, textarea:invalid, [aria-invalid=true]');
  return controls.evaluateAll((all) =>
    all.map((one) => one.getAttribute('name') || one.getAttribute('aria-label') || one.id),
  );
}
