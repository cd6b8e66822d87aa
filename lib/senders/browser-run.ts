import type { Page } from 'playwright-core';
import { withDeadline } from '../chromium/deadline.ts';
import type { BrowserForm } from '../form/define.ts';
import { type Judgement, judgeAfterSubmit } from '../form/proof.ts';
import type { Data } from '../submission/key.ts';
import type { Outcome } from '../submission/phases.ts';
import type { Attempt, FormRun, RunResult } from '../submission/ports.ts';
import { awaitProof } from './await-proof.ts';
import { LOCALE } from './browser-headers.ts';
import { sendDirect } from './direct.ts';
import { answerOfFetched, Documents } from './documents.ts';
import { fillAndHold } from './fill-and-hold.ts';
import { type Browsers, type GatedContext, openGatedContext, untilGone } from './gated-context.ts';
import { placeOf, resultOf } from './result.ts';
import { isDoubtful } from './server-error.ts';

export interface RunOptions {
  readonly form: BrowserForm;
  readonly data: Data;
  readonly browsers: Browsers;
  /** `address:port` pairs that the egress proxy lets through: the local stage's demo target. */
  readonly localTargets: readonly string[];
  readonly timeouts: { readonly navigationMs: number; readonly actionMs: number };
  readonly evidence: Evidence;
}

/** Where pictures go. */
export interface Evidence {
  /** Where the picture of an attempt will lie, known before it is taken; `undefined` where none is kept. */
  placeOf(key: string, token: string): string | undefined;
  /** Bounded; never throws. */
  keep(page: Page, place: string): Promise<void>;
}

/** Only the picture is worth this, out of the reserve. */
const SHOW_TIMEOUT_MS = 1_000;

/** Drives a form in Chromium and sends it by the sender `direct`. */
export class BrowserRun implements FormRun {
  readonly #options: RunOptions;
  readonly #ended = new AbortController();
  #gated: GatedContext | undefined;
  #shown: Promise<void> = Promise.resolve();
  #picture: { readonly page: Page; readonly place: string } | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  async run(attempt: Attempt): Promise<RunResult> {
    const signal = AbortSignal.any([attempt.signal, this.#ended.signal]);
    const gated = await openGatedContext(this.#options.form, { ...this.#options, signal });
    this.#gated = gated;
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
      await this.#options.evidence.keep(this.#picture.page, this.#picture.place);
    }
    // A launch that hangs is not waited for; what comes of it closes by itself.
    this.#ended.abort(new Error('the run is over'));
    await this.#gated?.close();
  }

  async #drive(attempt: Attempt, gated: GatedContext): Promise<RunResult> {
    const { form, data, timeouts } = this.#options;
    const documents = new Documents(gated.context);
    const { page } = gated;
    page.setDefaultTimeout(timeouts.actionMs);
    page.setDefaultNavigationTimeout(timeouts.navigationMs);

    const filled = await untilGone(
      gated.gone,
      fillAndHold(page, gated, documents, { form, data, actionMs: timeouts.actionMs }),
    );
    if ('said' in filled) return this.#resultOf(filled.said, attempt, page, { url: page.url() });

    const { route, navigates, before } = filled;
    documents.mark(route.request());
    try {
      await attempt.arm();
    } catch (thrown) {
      await route.abort('blockedbyclient').catch(() => {});
      throw thrown;
    }
    const endsMs = performance.now() + attempt.proofBudgetMs();
    const leftMs = () => endsMs - performance.now();
    const sent = await sendDirect(route, { egress: gated.egress, locale: LOCALE, leftMs });
    if (sent.kind === 'unsent') return sent;
    if (sent.kind === 'noAnswer') return this.#noProof(attempt, page, { text: sent.reason });

    const { fetched, show } = sent;
    const answer = answerOfFetched(fetched);
    this.#shown = show(gated.context);
    // An HTML answer to a page load is judged as the browser shows it: only the browser knows what a style sheet hides.
    const isPage = navigates && /html/i.test(fetched.response.headers()['content-type'] ?? '');
    const judgement = isPage ? undefined : judgeAfterSubmit(form, answer);
    if (judgement !== undefined && !isDoubtful(judgement, answer))
      return this.#resultOf(judgement, attempt, page, answer);
    const proven = await awaitProof(form, documents, { navigates, before, status: answer.status, leftMs });
    if (proven !== undefined) return this.#resultOf(proven.judgement, attempt, proven.page, proven.answer);
    const refused = gated.egress.refusals.map(({ host }) => host).join(', ');
    const text = `nothing on the page proves it${refused && `; not reached, since not allowed: ${refused}`}`;
    return this.#noProof(attempt, page, { text, ...placeOf(answer) });
  }

  #noProof(attempt: Attempt, page: Page, outcome: Outcome): RunResult {
    return { kind: 'noProof', outcome: this.#withPicture(outcome, attempt, page) };
  }

  #resultOf(
    judgement: Judgement,
    attempt: Attempt,
    page: Page,
    where: { readonly url: string; readonly status?: number },
  ): RunResult {
    return resultOf(judgement, where, (outcome) => this.#withPicture(outcome, attempt, page));
  }

  #withPicture(outcome: Outcome, { claim }: Attempt, page: Page): Outcome {
    const place = this.#options.evidence.placeOf(claim.key, claim.token);
    if (place === undefined) return outcome;
    this.#picture = { page, place };
    return { ...outcome, evidence: place };
  }
}
