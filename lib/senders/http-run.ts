import { type Egress, openEgress } from '../egress/proxy.ts';
import type { HttpForm } from '../form/define.ts';
import { judgeAfterSubmit, judgementsAfterSubmit, judgeWaiting } from '../form/proof.ts';
import type { Data } from '../submission/key.ts';
import type { Attempt, FormRun, RunResult } from '../submission/ports.ts';
import { submissionOf } from './http-form.ts';
import { sendByHttp } from './http-send.ts';
import { HttpSession } from './http-session.ts';
import { answerOf } from './http-text.ts';
import { visitByHttp } from './http-visit.ts';
import { placeOf, resultOf } from './result.ts';
import { saidBefore } from './said-before.ts';
import { isDoubtful } from './server-error.ts';

export interface HttpRunOptions {
  readonly form: HttpForm;
  readonly data: Data;
  /** `address:port` pairs that the egress proxy lets through: the local stage's demo target. */
  readonly localTargets: readonly string[];
  readonly timeouts: { readonly navigationMs: number };
}

/** Submits a plain HTML form without a browser, in the same order: load, look, fill in, arm, send once, judge. */
export class HttpRun implements FormRun {
  readonly #options: HttpRunOptions;
  readonly #ended = new AbortController();
  #egress: Promise<Egress> | undefined;

  constructor(options: HttpRunOptions) {
    this.#options = options;
  }

  async run(attempt: Attempt): Promise<RunResult> {
    const { allow } = this.#options.form;
    this.#egress = openEgress({ allow, localTargets: this.#options.localTargets });
    const egress = await this.#egress;
    const signal = AbortSignal.any([attempt.signal, this.#ended.signal]);
    // Stops what is under way, and nothing leaves after it.
    signal.addEventListener('abort', () => egress.seal(), { once: true });
    signal.throwIfAborted();
    return this.#submit(attempt, egress, signal);
  }

  async close(): Promise<void> {
    this.#ended.abort(new Error('the run is over'));
    await this.#egress?.then((egress) => egress.close()).catch(() => {});
  }

  async #submit(attempt: Attempt, egress: Egress, signal: AbortSignal): Promise<RunResult> {
    const { form, data, timeouts } = this.#options;
    const session = new HttpSession(egress);
    const timeoutMs = timeouts.navigationMs;
    const page = await visitByHttp(session, egress, form.url(data), { signal, timeoutMs });
    const shown = answerOf(page);
    // No waiting here: only a browser keeps its place in a queue, and whoever asks once more later spares the target.
    const said = judgeWaiting(form, shown) ?? saidBefore(form, shown);
    if (said !== undefined) return resultOf(said, shown);
    const submission = submissionOf(page, form, data);
    // What the page says already proves nothing after it.
    const before = judgementsAfterSubmit(form, shown);

    await attempt.arm();
    const budget = AbortSignal.timeout(Math.max(1, Math.floor(attempt.proofBudgetMs())));
    const sent = await sendByHttp(session, egress, submission, AbortSignal.any([this.#ended.signal, budget]));
    if (sent.kind === 'unsent') return sent;
    if (sent.kind === 'noAnswer') return { kind: 'noProof', outcome: { text: sent.reason } };

    const answer = answerOf(sent.told);
    const judgement = judgeAfterSubmit(form, answer, before);
    if (judgement !== undefined && !isDoubtful(judgement, answer)) return resultOf(judgement, answer);
    const text = 'nothing on the page proves it';
    return { kind: 'noProof', outcome: { text, ...placeOf(answer) } };
  }
}
