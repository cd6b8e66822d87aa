import type { BrowserContext, Frame, Page, Request, Response } from 'playwright-core';
import { withDeadline } from '../chromium/deadline.ts';
import { OWN_ANSWER_HEADER } from '../egress/proxy.ts';
import { answerFromBody, answerFromHtml, type ReadAnswer } from '../form/answer.ts';
import { fileOf } from '../form/answer-file.ts';
import { isVisible, readVisible } from './read-visible.ts';
import type { TargetAnswer } from './sent.ts';

/** A page that does not say what it shows within this time is in an endless loop, or gone. */
const LOOK_TIMEOUT_MS = 2_000;

/** Frames within pages that are looked at, at a time. What has more is full of advertising. */
const MAX_FRAMES = 20;

/** Tabs that open at the same time. */
const MAX_FRAMELESS = 10;

/** Files that are remembered: a page may lead to one after the other. */
const MAX_FILES = 5;

/** What a tab or a frame shows, or the file that it was led to. */
export interface Look {
  readonly frame: Frame;
  readonly answer: ReadAnswer;
  /** It has come since `mark`. */
  readonly isNew: boolean;
  /** The answer to the submission itself, or what its redirects led to. */
  readonly isTheAnswer: boolean;
}

/** What the tabs and frames of a context show, and since when. Made before the context has loaded anything. */
export class Documents {
  readonly #context: BrowserContext;
  readonly #responses = new WeakMap<Frame, Response>();
  /** Of tabs that are not known yet. */
  readonly #frameless: Response[] = [];
  #submission: Request | undefined;
  #loaded = new Set<Frame>();
  /** Asked for since `mark`. */
  #asked = new WeakSet<Request>();
  #files: readonly Response[] = [];
  #news = Promise.withResolvers<void>();

  constructor(context: BrowserContext) {
    this.#context = context;
    context.on('request', (request) => this.#asked.add(request));
    context.on('response', (response) => this.#onResponse(response));
    context.on('page', (page) => {
      // A new tab is announced after its first document, and so is its frame.
      for (const response of this.#frameless.splice(0)) this.#onResponse(response);
      this.#onLoaded(page.mainFrame());
      this.#watch(page);
    });
    for (const page of context.pages()) this.#watch(page);
  }

  /** The submission is about to leave: from now on it is told what is new, and what shows the answer. */
  mark(submission: Request): void {
    this.#submission = submission;
    this.#loaded = new Set();
    this.#asked = new WeakSet();
    this.#files = [];
  }

  /** False once the browser is gone: no page will show anything more. */
  get alive(): boolean {
    return this.#context.browser()?.isConnected() ?? false;
  }

  /**
   * Resolves when a tab shows its first document since `mark`. What comes after that (a script draws, a page leads on) has to be
   * looked for: a page that leads on without end must not keep the worker looking without a pause.
   */
  get news(): Promise<void> {
    return this.#news.promise;
  }

  /** What the tabs show now, and what files they were led to. */
  async tabs(): Promise<readonly Look[]> {
    const pages = this.#context.pages();
    const tabs = await this.#lookAt(pages.map((page) => page.mainFrame()));
    return [...tabs, ...pages.slice(0, 1).flatMap((page) => this.#filesShownBy(page.mainFrame()))];
  }

  /** What the frames within them show now, of those that a person sees. */
  async frames(): Promise<readonly Look[]> {
    return this.#lookAt(this.#framesWithin());
  }

  /** What all of them show now, and which do not say it. */
  async all(): Promise<{ readonly looks: readonly Look[]; readonly silent: ReadonlySet<Frame> }> {
    const silent = new Set(this.#context.pages().flatMap((page) => page.frames()));
    const frames = [...this.#context.pages().map((page) => page.mainFrame()), ...this.#framesWithin()];
    const looks = await this.#lookAt(frames, (frame) => silent.delete(frame));
    return { looks, silent };
  }

  /**
   * What a tab or frame shows now.
   * @returns `undefined` between two documents, when it does not say in time, or when it shows our own proxy's refusal
   */
  async answerOf(frame: Frame): Promise<ReadAnswer | undefined> {
    const look = await this.#look(frame);
    return typeof look === 'object' ? look.answer : undefined;
  }

  /** What the answer was before any script changed it; `undefined` where that cannot be had, or the frame has gone on from it. */
  async sourceOf(frame: Frame): Promise<ReadAnswer | undefined> {
    const response = this.#responseOf(frame);
    if (response === undefined || !this.#isTheAnswer(response)) return undefined;
    const html = await withDeadline(response.text(), LOOK_TIMEOUT_MS, 'reading the answer').catch(() => '');
    return html === '' ? undefined : answerFromHtml({ url: frame.url(), status: response.status(), html });
  }

  async #lookAt(frames: readonly Frame[], onAnswer?: (frame: Frame) => void): Promise<readonly Look[]> {
    const looks = await Promise.all(
      frames
        .filter((frame) => this.#mayShowNews(frame))
        .map(async (frame) => {
          const look = await this.#look(frame);
          if (look !== 'silent') onAnswer?.(frame);
          return look;
        }),
    );
    return looks.filter((look) => typeof look === 'object');
  }

  async #look(frame: Frame): Promise<Look | 'nothing' | 'silent'> {
    const response = this.#responseOf(frame);
    if (response?.headers()[OWN_ANSWER_HEADER] !== undefined) return 'nothing';
    // The browser's own words on a page that could not be loaded.
    if (frame.url().startsWith('chrome-error:')) return 'nothing';
    const isTheAnswer = this.#isTheAnswer(response);
    const looking = async () => {
      if (await isVisible(frame)) return readVisible(frame, response?.status() ?? 200);
      // A page may send its form into a frame that nobody sees. What that was answered is the answer nevertheless.
      return isTheAnswer ? this.sourceOf(frame) : undefined;
    };
    try {
      const answer = await withDeadline(looking(), LOOK_TIMEOUT_MS, 'looking at the page');
      // Gone on meanwhile: what was read is perhaps of another document, which is not the answer.
      if (this.#responseOf(frame) !== response) return 'silent';
      return answer === undefined
        ? 'nothing'
        : { frame, answer, isNew: this.#loaded.has(frame), isTheAnswer };
    } catch {
      return 'silent';
    }
  }

  /** What waits for a page load shows what it did before; of anything else the answer may have changed what it shows. */
  #mayShowNews(frame: Frame): boolean {
    const submission = this.#submission;
    if (submission === undefined || this.#loaded.has(frame) || !submission.isNavigationRequest()) return true;
    const loading = frameOf(submission);
    return loading !== undefined && loading.parentFrame() !== null && loading !== frame;
  }

  #framesWithin(): readonly Frame[] {
    const within = this.#context
      .pages()
      .flatMap((page) => page.frames().filter((one) => one.parentFrame() !== null));
    const isNew = (frame: Frame) => this.#loaded.has(frame);
    return [...within.filter(isNew), ...within.filter((frame) => !isNew(frame))].slice(0, MAX_FRAMES);
  }

  /** A file has no place of its own. */
  #filesShownBy(frame: Frame): readonly Look[] {
    return this.#files.map((response) => {
      const [url, status, headers] = [response.url(), response.status(), response.headers()];
      const answer = answerFromBody({ url, status, headers, body: '' });
      return { frame, answer, isNew: true, isTheAnswer: this.#isTheAnswer(response) };
    });
  }

  #isTheAnswer(response: Response | undefined): boolean {
    let request: Request | null | undefined = response?.request();
    while (request && request !== this.#submission) request = request.redirectedFrom();
    return request !== undefined && request !== null;
  }

  /** What a script writes into a document of its own has none. */
  #responseOf(frame: Frame): Response | undefined {
    return /^https?:/.test(frame.url()) ? this.#responses.get(frame) : undefined;
  }

  #watch(page: Page): void {
    page.on('frameattached', (frame) => this.#loaded.add(frame));
    page.on('framenavigated', (frame) => this.#onLoaded(frame));
  }

  #onLoaded(frame: Frame): void {
    if (this.#loaded.has(frame)) return;
    this.#loaded.add(frame);
    if (frame.parentFrame() !== null) return;
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  #onResponse(response: Response): void {
    const request = response.request();
    if (!request.isNavigationRequest()) return;
    if (fileOf(response.url(), response.headers()) !== undefined) {
      // The browser would save it, were it allowed to, and goes on showing what it shows.
      if (this.#asked.has(request)) this.#files = [...this.#files, response].slice(-MAX_FILES);
      return;
    }
    const frame = frameOf(request);
    if (frame !== undefined) this.#responses.set(frame, response);
    else if (this.#frameless.length < MAX_FRAMELESS) this.#frameless.push(response);
  }
}

function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}

/** The answer to the submitting request itself. */
export function answerFromTarget({ url, status, headers, body }: TargetAnswer): ReadAnswer {
  return answerFromBody({ url, status, headers, body: body.toString(), bytes: body.length });
}
