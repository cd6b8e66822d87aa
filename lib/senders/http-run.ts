import { type Egress, openEgress } from '../egress/proxy.ts';
import type { ReadAnswer } from '../form/answer.ts';
import type { HttpForm } from '../form/define.ts';
import { type Judgement, judgeAfterSubmit, judgementsAfterSubmit, judgeWaiting } from '../form/proof.ts';
import type { Secrets } from '../form/secrets.ts';
import type { Data } from '../submission/key.ts';
import type { Outcome, SentRequest, Traces } from '../submission/phases.ts';
import type { Attempt, FormRun, RunResult } from '../submission/ports.ts';
import type { Evidence } from './evidence.ts';
import { isKeepable, readableOf } from './http-evidence.ts';
import type { Told } from './http-exchange.ts';
import { followByHttp } from './http-follow.ts';
import { submissionOf } from './http-form.ts';
import { sendByHttp } from './http-send.ts';
import { HttpSession } from './http-session.ts';
import { answerOf } from './http-text.ts';
import { visitByHttp } from './http-visit.ts';
import { withoutQuery } from './plain-error.ts';
import { placeOf, resultOf } from './result.ts';
import { saidBefore } from './said-before.ts';
import { isDoubtful } from './server-error.ts';

export interface HttpRunOptions {
  readonly form: HttpForm;
  readonly data: Data;
  /** Hidden in the page that is kept. What the run tells, whoever starts it has to hide: `runWithoutSecrets`. */
  readonly secrets: Pick<Secrets, 'none' | 'find'>;
  /** `address:port` pairs that the egress proxy lets through: the local stage's demo target. */
  readonly localTargets: readonly string[];
  readonly timeouts: { readonly navigationMs: number };
  readonly evidence: Evidence;
}

/** Submits a plain HTML form without a browser, in the same order: load, look, fill in, arm, send once, judge. */
export class HttpRun implements FormRun {
  readonly #options: HttpRunOptions;
  readonly #ended = new AbortController();
  #egress: Promise<Egress> | undefined;
  #attempt: Attempt | undefined;
  /** Kept only if an outcome, or whoever asks for the traces, refers to it. */
  #page: Told | undefined;
  #kept: { readonly page: Told; readonly place: string } | undefined;
  #request: SentRequest | undefined;

  constructor(options: HttpRunOptions) {
    this.#options = options;
  }

  async run(attempt: Attempt): Promise<RunResult> {
    this.#attempt = attempt;
    const { allow } = this.#options.form;
    this.#egress = openEgress({ allow, localTargets: this.#options.localTargets });
    const egress = await this.#egress;
    const signal = AbortSignal.any([attempt.signal, this.#ended.signal]);
    // Stops what is under way, and nothing leaves after it.
    signal.addEventListener('abort', () => egress.seal(), { once: true });
    signal.throwIfAborted();
    return this.#submit(attempt, egress, signal);
  }

  /** The page is kept here, after the outcome is in the ledger: it costs the submission nothing and cannot fail it. */
  async close(): Promise<void> {
    this.#ended.abort(new Error('the run is over'));
    await this.#egress?.then((egress) => egress.close()).catch(() => {});
    if (this.#kept === undefined) return;
    const { evidence, secrets } = this.#options;
    const { page, place } = this.#kept;
    await evidence.keepText(() => readableOf(page, secrets), place);
  }

  traces(): Traces {
    const { evidence, secrets } = this.#options;
    const page = this.#page;
    const claim = this.#attempt?.claim;
    const place =
      claim && page && isKeepable(page, secrets) ? evidence.placeOfText(claim.key, claim.token) : undefined;
    this.#kept = place === undefined || page === undefined ? undefined : { page, place };
    return {
      ...(this.#request && { request: this.#request }),
      ...(place !== undefined && { evidence: place }),
    };
  }

  async #submit(attempt: Attempt, egress: Egress, signal: AbortSignal): Promise<RunResult> {
    const { form, data, timeouts } = this.#options;
    const session = new HttpSession(egress);
    const timeoutMs = timeouts.navigationMs;
    const page = await visitByHttp(session, egress, form.url(data), { signal, timeoutMs });
    this.#page = page;
    const shown = answerOf(page);
    // No waiting here: only a browser keeps its place in a queue, and whoever asks once more later spares the target.
    const said = judgeWaiting(form, shown) ?? saidBefore(form, shown);
    if (said !== undefined) return resultOf(said, shown, this.#withTraces);
    const submission = submissionOf(page, form, data);
    // What the page says already proves nothing after it.
    const before = judgementsAfterSubmit(form, shown);

    await attempt.arm();
    const sentMs = performance.now();
    const { method, url } = submission;
    const request = { method, url: withoutQuery(url.href), sentAt: new Date().toISOString() };
    this.#request = request;
    // How it stood before says nothing of what became of it.
    this.#page = undefined;
    const budget = AbortSignal.timeout(Math.max(1, Math.floor(attempt.proofBudgetMs())));
    const untilEnd = AbortSignal.any([this.#ended.signal, budget]);
    const sent = await sendByHttp(session, egress, submission, untilEnd);
    if (sent.kind === 'unsent') return sent;
    if (sent.kind === 'noAnswer') return this.#noProof({ text: sent.reason });

    const tookMs = Math.round(performance.now() - sentMs);
    this.#request = { ...request, status: sent.told.status, tookMs };
    this.#page = sent.told;
    const judge = (told: Told) => judgementOf(form, answerOf(told), before);
    const { told, judgement, failure } = await followByHttp(session, sent.told, judge, untilEnd);
    this.#page = told;
    const where = { url: told.url.href, status: told.status };
    if (judgement !== undefined) return resultOf(judgement, where, this.#withTraces);
    return this.#noProof({ text: failure ?? 'nothing on the page proves it', ...placeOf(where) });
  }

  readonly #withTraces = (outcome: Outcome): Outcome => ({ ...outcome, ...this.traces() });

  #noProof(outcome: Outcome): RunResult {
    return { kind: 'noProof', outcome: this.#withTraces(outcome) };
  }
}

/** What an answer proves that did not stand on the page before. */
function judgementOf(
  form: HttpForm,
  answer: ReadAnswer,
  before: readonly Judgement[],
): Judgement | undefined {
  const judgement = judgeAfterSubmit(form, answer, before);
  return judgement === undefined || isDoubtful(judgement, answer) ? undefined : judgement;
}
