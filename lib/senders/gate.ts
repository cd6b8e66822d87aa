import type { BrowserContext, Request, Route } from 'playwright-core';
import { LOCALE } from '../chromium/arguments.ts';
import { fetchBounded } from './bounded-fetch.ts';
import { browserHeadersOf, repeatsTheBody } from './browser-headers.ts';
import {
  decide,
  type GateDecision,
  type GateRequest,
  type GateRules,
  type GateState,
  SAFE,
} from './gate-rules.ts';
import { UnderWay } from './under-way.ts';

/** A request that the gate dropped, for messages to people. */
export interface Dropped {
  readonly why: Exclude<GateDecision, 'pass' | 'block' | 'hold'> | 'webSocket';
  readonly method: string;
  readonly url: string;
}

const REMEMBERED_DROPS = 50;

/**
 * Stands between the browser and the wire from the context's first request to its end. It is installed on the context,
 * not on a page (popups slip past a page's routes), and never removed: that would release what is held.
 */
export class Gate {
  #state: GateState = 'filling';
  readonly #rules: GateRules;
  readonly #dropped: Dropped[] = [];
  readonly #drafts: Pick<Dropped, 'method' | 'url'>[] = [];
  readonly #held = Promise.withResolvers<Route>();
  readonly #underWay = new UnderWay();
  #still: PromiseWithResolvers<void> | undefined;

  constructor(rules: GateRules) {
    this.#rules = rules;
  }

  /** Resolves with the submission, held back, once the page makes it. The holder must fulfill or abort it. */
  get held(): Promise<Route> {
    return this.#held.promise;
  }

  get dropped(): readonly Dropped[] {
    return this.#dropped;
  }

  /** What was let go although it might change something, since the form declares it. */
  get drafts(): readonly Pick<Dropped, 'method' | 'url'>[] {
    return this.#drafts;
  }

  /** @returns once every request of the context passes here */
  async install(context: BrowserContext): Promise<void> {
    this.#underWay.watch(context);
    await context.route('**/*', (route) => this.#onRoute(route));
    // Messages of a page could carry the submission past every request; what the server says may come in.
    await context.routeWebSocket(/.*/, async (socket) => {
      await this.#still?.promise;
      socket.connectToServer();
      socket.onMessage(() => this.#drop('webSocket', { method: 'MESSAGE', url: socket.url() }));
    });
  }

  /** From now on the submission may come. */
  beginSubmit(): void {
    if (this.#state === 'filling') this.#state = 'submitting';
  }

  /** From now on nothing passes: what would have, waits for `moveOn`. */
  keepStill(): void {
    this.#still ??= Promise.withResolvers();
  }

  moveOn(): void {
    this.#still?.resolve();
    this.#still = undefined;
  }

  /** Waits until nothing that passed still waits for its answer to begin. @returns whether that came about in time */
  atRest(limitMs: number): Promise<boolean> {
    return this.#underWay.none(limitMs);
  }

  /** From now on nothing that might change something passes, drafts included. */
  seal(): void {
    this.#state = 'sealed';
  }

  async #onRoute(route: Route): Promise<void> {
    const request = describe(route.request());
    const decision = decide(request, this.#state, this.#rules);
    switch (decision) {
      case 'pass':
        // Decided anew after the wait: the gate may be sealed by then.
        if (this.#still !== undefined) return this.#still.promise.then(() => this.#onRoute(route));
        this.#underWay.add(route.request());
        return SAFE.has(request.method)
          ? route.continue().catch(contextGone)
          : this.#sendDraft(route, request);
      case 'block':
        // Not among what was dropped: nobody has to hear of it.
        return route.abort('blockedbyclient').catch(contextGone);
      case 'hold':
        this.#state = 'matched';
        return this.#held.resolve(route);
      default:
        this.#drop(decision, request);
        return route.abort('blockedbyclient').catch(contextGone);
    }
  }

  /**
   * Sent here and not by the browser, which would follow a redirect with the same body past the gate, to the submission
   * itself perhaps, and repeats a POST when its connection breaks.
   */
  async #sendDraft(route: Route, request: GateRequest): Promise<void> {
    const { method, url } = request;
    if (this.#drafts.length < REMEMBERED_DROPS) this.#drafts.push({ method, url });
    try {
      const headers = browserHeadersOf(route.request(), LOCALE);
      const { response, body } = await fetchBounded(route, { headers });
      if (!repeatsTheBody(request.method, response.status())) return await route.fulfill({ response, body });
      this.#drop('undeclared', request);
    } catch {
      // Unanswered, or the context is gone: the page sees a failed request either way.
    }
    await route.abort('failed').catch(contextGone);
  }

  #drop(why: Dropped['why'], { method, url }: Pick<GateRequest, 'method' | 'url'>): void {
    if (this.#dropped.length < REMEMBERED_DROPS) this.#dropped.push({ why, method, url });
  }
}

/** A context that closes in the middle takes its requests with it: there is nothing left to answer. */
function contextGone(): void {}

function describe(request: Request): GateRequest {
  const kind = request.resourceType();
  return {
    method: request.method(),
    url: request.url(),
    mainFrameNavigation: request.isNavigationRequest() && isMainFrame(request),
    // Rules for speculative loads come so; the loads themselves would pass no route.
    speculative: kind === 'other',
    kind,
  };
}

function isMainFrame(request: Request): boolean {
  try {
    return request.frame().parentFrame() === null;
  } catch {
    // The first load of a popup is asked for before its frame exists.
    return true;
  }
}
