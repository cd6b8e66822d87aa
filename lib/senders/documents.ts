import type { BrowserContext, Page, Request, Response } from 'playwright-core';
import { withDeadline } from '../chromium/deadline.ts';
import { OWN_ANSWER_HEADER } from '../egress/proxy.ts';
import { type Answer, answerFromHtml, MAX_CHARACTERS } from '../form/answer.ts';
import type { AnswerHead, TargetAnswer } from './sent.ts';

/** A page that does not say what it shows within this time is in an endless loop, or gone. */
const LOOK_TIMEOUT_MS = 2_000;

/** What the pages of a context show, and since when. Made before the context has loaded anything. */
export class Documents {
  readonly #context: BrowserContext;
  readonly #responses = new WeakMap<Page, Response>();
  #loaded = new Set<Page>();
  readonly #halves = new WeakSet<Answer>();
  #submission: Request | undefined;

  constructor(context: BrowserContext) {
    this.#context = context;
    context.on('response', (response) => this.#onResponse(response));
    context.on('page', (page) => {
      // A new tab is announced after its first document.
      this.#loaded.add(page);
      this.#watch(page);
    });
    for (const page of context.pages()) this.#watch(page);
  }

  /** From now on `loadedSince` tells which pages have loaded something, and `showsTheAnswer` which show the answer. */
  mark(submission: Request): void {
    this.#submission = submission;
    this.#loaded = new Set();
  }

  /** The pages that have loaded a document since `mark`. */
  loadedSince(): readonly Page[] {
    return this.all().filter((page) => this.#loaded.has(page));
  }

  /** What a page was before any script changed it; `undefined` where that cannot be had. */
  async sourceOf(page: Page): Promise<Answer | undefined> {
    const response = this.#responses.get(page);
    const html = await response?.text().catch(() => undefined);
    return response && html
      ? answerFromHtml({ url: page.url(), status: response.status(), html })
      : undefined;
  }

  /** Whether a page shows the answer to the submission itself, or what its redirects led to. */
  showsTheAnswer(page: Page): boolean {
    let request: Request | null | undefined = this.#responses.get(page)?.request();
    while (request && request !== this.#submission) request = request.redirectedFrom();
    return request !== undefined && request !== null;
  }

  /** Whether an answer that `answerOf` gave was of the whole document: not of one that is still coming, or was cut. */
  isWhole(answer: Answer): boolean {
    return !this.#halves.has(answer);
  }

  /** False once the browser is gone: no page will show anything more. */
  get alive(): boolean {
    return this.#context.browser()?.isConnected() ?? false;
  }

  all(): readonly Page[] {
    return this.#context.pages();
  }

  /**
   * What a page shows now.
   * @returns `undefined` between two documents, when it does not say in time, or when it shows our own proxy's refusal
   */
  async answerOf(page: Page): Promise<Answer | undefined> {
    const response = this.#responses.get(page);
    if (response?.headers()[OWN_ANSWER_HEADER] !== undefined) return undefined;
    try {
      const looking = page.evaluate(readVisible, MAX_CHARACTERS);
      const { whole, ...content } = await withDeadline(looking, LOOK_TIMEOUT_MS, 'looking at the page');
      const answer = answerFromHtml({ url: page.url(), status: response?.status() ?? 200, ...content });
      if (!whole) this.#halves.add(answer);
      return answer;
    } catch {
      return undefined;
    }
  }

  #watch(page: Page): void {
    page.on('framenavigated', (frame) => {
      if (frame.parentFrame() === null) this.#loaded.add(page);
    });
  }

  #onResponse(response: Response): void {
    try {
      const frame = response.request().frame();
      if (response.request().isNavigationRequest() && frame.parentFrame() === null) {
        this.#responses.set(frame.page(), response);
      }
    } catch {
      // The first document of a popup may come before its frame: it counts as 200.
    }
  }
}

/** The answer to the submitting request itself. */
export function answerFromTarget({ body: bytes, ...head }: TargetAnswer): Answer {
  const { url, status } = head;
  const body = bytes.toString();
  const content = isHtml(head) ? { html: body } : { html: '', text: body };
  return answerFromHtml({ url, status, ...content });
}

export const isHtml = ({ headers }: AnswerHead): boolean => /html/i.test(headers['content-type'] ?? '');

/** Runs in the page. What is hidden (a receipt's box before there is one, a template) is not what the page says. */
async function readVisible(maxCharacters: number): Promise<{ html: string; text: string; whole: boolean }> {
  // Without its style sheets nothing is hidden, and half a page lacks what overrules the rest.
  if (document.readyState !== 'complete') {
    const loaded = new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
    const patience = new Promise((resolve) => setTimeout(resolve, 1_500));
    await Promise.race([loaded, patience]);
  }
  const whole = document.readyState !== 'loading';
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  const copies = [...copy.querySelectorAll('body *')];
  for (const [nth, element] of [...document.querySelectorAll('body *')].entries()) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) copies[nth]?.remove();
  }
  // biome-ignore lint/performance/useDomNodeTextContent: what a person sees, without what is hidden
  const text = document.body?.innerText ?? '';
  // Cut here: the rest would have to go through the worker's memory.
  return { html: copy.outerHTML.slice(0, maxCharacters), text: text.slice(0, maxCharacters), whole };
}
