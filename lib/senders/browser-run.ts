import type { Page, Route } from 'playwright-core';
import { LOCALE } from '../chromium/arguments.ts';
import { withDeadline } from '../chromium/deadline.ts';
import { isHtml } from '../form/answer.ts';
import type { BrowserForm } from '../form/define.ts';
import { type Judgement, judgeAfterSubmit } from '../form/proof.ts';
import type { Secrets } from '../form/secrets.ts';
import type { Data } from '../submission/key.ts';
import type { Outcome, SentRequest, Traces } from '../submission/phases.ts';
import type { Attempt, FormRun, RunResult } from '../submission/ports.ts';
import { awaitProof } from './await-proof.ts';
import { BrowserSend } from './browser-send.ts';
import { sendDirect } from './direct.ts';
import { answerFromTarget, Documents } from './documents.ts';
import type { Evidence } from './evidence.ts';
import { fillAndHold } from './fill-and-hold.ts';
import { type Browsers, type GatedContext, openGatedContext, untilGone } from './gated-context.ts';
import { withoutQuery } from './plain-error.ts';
import { placeOf, resultOf } from './result.ts';
import { isDoubtful } from './server-error.ts';

export interface RunOptions {
  readonly form: BrowserForm;
  readonly data: Data;
  /** Hidden in pictures. What the run tells, whoever starts it has to hide: `runWithoutSecrets`. */
  readonly secrets: Pick<Secrets, 'none' | 'find'>;
  readonly browsers: Browsers;
  /** `address:port` pairs that the egress proxy lets through: the local stage's demo target. */
  readonly localTargets: readonly string[];
  readonly timeouts: { readonly navigationMs: number; readonly actionMs: number };
  readonly evidence: Evidence;
}

/** Only the picture is worth this, out of the reserve. */
const SHOW_TIMEOUT_MS = 1_000;

/** Drives a form in Chromium, and sends it by the sender `direct` or `browser`. */
export class BrowserRun implements FormRun {
  readonly #options: RunOptions;
  readonly #ended = new AbortController();
  #gated: GatedContext | undefined;
  #held: Route | undefined;
  #shown: Promise<void> = Promise.resolve();
  #attempt: Attempt | undefined;
  /** What the picture is to be of; taken only if an outcome, or whoever asks for the traces, refers to it. */
  #page: Page | undefined;
  #picture: { readonly page: Page; readonly place: string } | undefined;
  #request: SentRequest | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  async run(attempt: Attempt): Promise<RunResult> {
    const signal = AbortSignal.any([attempt.signal, this.#ended.signal]);
    const gated = await openGatedContext(this.#options.form, { ...this.#options, signal });
    this.#gated = gated;
    this.#attempt = attempt;
    this.#page = gated.page;
    try {
      return await this.#drive(attempt, gated);
    } finally {
      // Whatever the page still tries after this does not leave.
      gated.gate.seal();
    }
  }

  /** The picture is taken here, after the outcome is in the ledger: it costs the submission nothing and cannot fail it. */
  async close(): Promise<void> {
    if (this.#picture !== undefined) {
      // What was proven by the answer itself may not be on the page yet.
      await withDeadline(this.#shown, SHOW_TIMEOUT_MS, 'showing the answer').catch(() => {});
      await withDeadline(this.#letGo(), SHOW_TIMEOUT_MS, 'letting the page go').catch(() => {});
      const { evidence, secrets } = this.#options;
      const { page, place } = this.#picture;
      await evidence.keep(page, place, secrets.none ? undefined : secrets.find);
    }
    // A launch that hangs is not waited for; what comes of it closes by itself.
    this.#ended.abort(new Error('the run is over'));
    await this.#gated?.close();
  }

  /** The picture is of the page as it stands at the end; a browser that is gone has none. */
  traces(): Traces {
    const { evidence } = this.#options;
    const claim = this.#attempt?.claim;
    const place = claim && evidence.placeOf(claim.key, claim.token);
    const page = this.#gated?.gone.aborted ? undefined : this.#page;
    if (place !== undefined && page !== undefined) this.#picture = { page, place };
    return {
      ...(this.#request && { request: this.#request }),
      ...(this.#picture && { evidence: this.#picture.place }),
    };
  }

  async #drive(attempt: Attempt, gated: GatedContext): Promise<RunResult> {
    const { form, data, timeouts } = this.#options;
    const documents = new Documents(gated.context);
    const { page } = gated;
    page.setDefaultTimeout(timeouts.actionMs);
    page.setDefaultNavigationTimeout(timeouts.navigationMs);
    const byBrowser = form.sender === 'browser' ? await BrowserSend.in(gated, form) : undefined;

    const { actionMs } = timeouts;
    const waitingMs = () =>
      // What comes after it takes time as well: to fill, and to click.
      Math.min(form.timeouts?.waitingMs ?? timeouts.navigationMs, attempt.armBudgetMs() - 2 * actionMs);
    const filled = await untilGone(
      gated.gone,
      fillAndHold(page, gated, documents, { form, data, actionMs, waitingMs }),
    );
    if ('said' in filled) return this.#resultOf(filled.said, page, { url: page.url() });

    const { route, navigates, before } = filled;
    documents.mark(route.request());
    try {
      await byBrowser?.prepare(route);
      await attempt.arm();
    } catch (thrown) {
      await route.abort('blockedbyclient').catch(() => {});
      throw thrown;
    }
    const sentMs = performance.now();
    const endsMs = sentMs + attempt.proofBudgetMs();
    const leftMs = () => endsMs - performance.now();
    const request = {
      method: route.request().method(),
      url: withoutQuery(route.request().url()),
      sentAt: new Date().toISOString(),
    };
    this.#request = request;
    this.#held = route;
    const sent = byBrowser
      ? await byBrowser.send(route, leftMs)
      : await sendDirect(route, { egress: gated.egress, locale: LOCALE, leftMs });
    if (sent.kind === 'unsent') return sent;
    if (sent.kind === 'noAnswer') return this.#noProof(page, { text: sent.reason });

    const { answer } = sent;
    this.#request = { ...request, status: answer.status, tookMs: Math.round(performance.now() - sentMs) };
    this.#shown = sent.show(gated.context);
    // An HTML answer to a page load is judged as the browser shows it: only the browser knows what a style sheet hides.
    const judged = 'body' in answer ? answerFromTarget(answer) : undefined;
    const isPage = navigates && isHtml(answer.headers) && judged?.file === undefined;
    if (judged !== undefined && !isPage) {
      const judgement = judgeAfterSubmit(form, judged);
      if (judgement !== undefined && !isDoubtful(judgement, judged))
        return this.#resultOf(judgement, page, answer);
    }
    const proven = await awaitProof(form, documents, { before, status: answer.status, leftMs });
    if (proven !== undefined) return this.#resultOf(proven.judgement, proven.page, proven.answer);
    const refused = gated.egress.refusals.map(({ host }) => host).join(', ');
    const text = `nothing on the page proves it${refused && `; not reached, since not allowed: ${refused}`}`;
    return this.#noProof(page, { text, ...placeOf(answer) });
  }

  /** A page that still waits for its answer cannot be pictured. Without effect where it has had one. */
  async #letGo(): Promise<void> {
    await this.#held?.abort('aborted');
  }

  #noProof(page: Page, outcome: Outcome): RunResult {
    return { kind: 'noProof', outcome: this.#withTraces(outcome, page) };
  }

  #resultOf(
    judgement: Judgement,
    page: Page,
    where: { readonly url: string; readonly status?: number },
  ): RunResult {
    return resultOf(judgement, where, (outcome) => this.#withTraces(outcome, page));
  }

  #withTraces(outcome: Outcome, page: Page): Outcome {
    this.#page = page;
    return { ...outcome, ...this.traces() };
  }
}
