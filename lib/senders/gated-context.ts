import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Prepare } from '../chromium/context.ts';
import type { BorrowedContext } from '../chromium/shared.ts';
import { type Egress, openEgress } from '../egress/proxy.ts';
import type { Form } from '../form/define.ts';
import { messageOf, RetryError } from '../submission/errors.ts';
import { Gate } from './gate.ts';

/** Thrown when there is no browser to be had here and now: an ill of this host, not of the submission. */
export class BrowserError extends RetryError {}

/** Where contexts come from. */
export interface Browsers {
  newContext(options: BrowserContextOptions, prepare: Prepare): Promise<BorrowedContext>;
}

/** A context of its own behind gate and egress proxy: what one attempt, or one look-up, happens in. */
export interface GatedContext {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly gone: AbortSignal;
  readonly gate: Gate;
  readonly egress: Egress;
  /** Bounded; never throws; once is enough. */
  close(): Promise<void>;
}

export interface GatedContextOptions {
  readonly browsers: Browsers;
  readonly localTargets: readonly string[];
  /** Closes it, which is what stops a page action that is under way; also while it is still being opened. */
  readonly signal: AbortSignal;
}

/**
 * Opens a gated context for a form.
 * @throws BrowserError when there is no browser, Error when another part fails or on abort; everything is closed again then
 */
export async function openGatedContext(
  form: Form,
  { browsers, localTargets, signal }: GatedContextOptions,
): Promise<GatedContext> {
  const gate = new Gate({ submission: form.submission, drafts: form.drafts ?? [], blocks: form.block });
  const egress = await openEgress({ allow: form.allow, localTargets });
  let borrowed: BorrowedContext | undefined;
  let closing: Promise<void> | undefined;
  const close = () => {
    gate.seal();
    // Before the context goes: what a page sends at its end passes no route.
    egress.seal();
    closing ??= (async () => {
      await borrowed?.close();
      await egress.close();
    })();
    return closing;
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    signal.throwIfAborted();
    const options: BrowserContextOptions = {
      proxy: { server: egress.url },
      // A service worker's requests would be its own, not the page's.
      serviceWorkers: 'block',
      // They would lie in the temporary folder, which is small.
      acceptDownloads: false,
    };
    let prepared: BrowserContext | undefined;
    const prepare = async (context: BrowserContext) => {
      closeSurplus(context);
      await Promise.all([
        gate.install(context),
        context.addInitScript(sendNothingAtTheEnd),
        context.addInitScript(speculateOnNothing),
        context.addInitScript(saveNothing),
        context.addInitScript(sayNothing),
      ]);
      prepared = context;
    };
    borrowed = await browsers.newContext(options, prepare).catch((thrown: unknown) => {
      throw new BrowserError(messageOf(thrown), { cause: thrown });
    });
    // A launch that hung came too late: this one has been closed without it.
    if (signal.aborted) await borrowed.close();
    signal.throwIfAborted();
    const { context, page, gone } = borrowed;
    // Whoever stands between us and the browser has to hand it on.
    if (prepared !== context) throw new BrowserError('the browser gave a context without a gate');
    return { context, page, gone, gate, egress, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** A form is in one tab, its receipt perhaps in another. Each takes a process or a share of one. */
const MAX_PAGES = 10;

function closeSurplus(context: BrowserContext): void {
  context.on('page', (page) => {
    if (context.pages().length > MAX_PAGES) page.close().catch(() => {});
  });
}

/** Fails as soon as the browser is gone: some actions that wait on it would only notice at their own timeout. */
export function untilGone<T>(gone: AbortSignal, work: Promise<T>): Promise<T> {
  const lost = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error('the browser crashed or was killed'));
    if (gone.aborted) fail();
    gone.addEventListener('abort', fail, { once: true });
  });
  return Promise.race([work, lost]);
}

/**
 * Runs in every page before its own scripts. What a page sends while it ends may leave past every route: a beacon or a fetch
 * that may outlive its page always, a plain one now and then. So nothing is sent any more once a page ends, and until then
 * beacons and lasting fetches are plain ones, which pass the gate.
 */
function sendNothingAtTheEnd(): void {
  let ending = false;
  const onEnd = (event: Event) => {
    ending = event.type === 'pagehide';
  };
  window.addEventListener('pagehide', onEnd, true);
  window.addEventListener('pageshow', onEnd, true);
  const plain = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    if (ending) throw new TypeError('Failed to fetch');
    const request = new Request(input, init);
    return plain(request.keepalive ? new Request(request, { keepalive: false }) : request);
  };
  Navigator.prototype.sendBeacon = (url, body) => {
    if (ending) return false;
    // As Chromium does: a Blob brings its own type, which only a cors request may carry.
    const beacon: RequestInit = {
      method: 'POST',
      body: body ?? null,
      mode: body instanceof Blob ? 'cors' : 'no-cors',
      credentials: 'include',
    };
    plain(url, beacon).catch(() => {});
    return true;
  };
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (body) {
    if (!ending) send.call(this, body);
  };
}

/**
 * Runs in every page before its own scripts. A page that the browser prefetches or prerenders passes no route, and may be the
 * submission of a form that submits by GET.
 */
function speculateOnNothing(): void {
  const rules = 'script[type=speculationrules i]';
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      if (node.matches(rules)) node.remove();
      for (const inner of node.querySelectorAll(rules)) inner.remove();
    }
  }).observe(document, { childList: true, subtree: true });
}

/**
 * Runs in every page before its own scripts. What a link with `download` loads passes no route, and may be the submission of a
 * form that submits by GET. Without it the link leads there, through the gate; a file is not saved either way.
 */
function saveNothing(): void {
  const lead = (target: unknown) => {
    const link = target instanceof Element ? target.closest('a[download], area[download]') : null;
    if (link !== null && !/^(blob|data):/.test((link as HTMLAnchorElement).protocol)) {
      link.removeAttribute('download');
    }
  };
  // Of a link that is on the page, whoever clicks it. (In a shadow root only the path tells which.)
  window.addEventListener('click', (event) => event.composedPath().forEach(lead), true);
  // Of one that is not, no event comes here.
  const click = HTMLElement.prototype.click;
  HTMLElement.prototype.click = function () {
    lead(this);
    click.call(this);
  };
  const dispatch = EventTarget.prototype.dispatchEvent;
  EventTarget.prototype.dispatchEvent = function (event) {
    lead(this);
    return dispatch.call(this, event);
  };
}

/**
 * Runs in every page before its own scripts. Whatever a page writes to its console would come to the worker, which has no use
 * for it: a page that wrote without end kept the worker busy, and closing its context took 3 s and then the browser.
 */
function sayNothing(): void {
  for (const name of ['debug', 'dir', 'error', 'info', 'log', 'table', 'trace', 'warn'] as const) {
    console[name] = () => {};
  }
}
