import { randomUUID } from 'node:crypto';
import { evidenceOf } from '../../functions/evidence.ts';
import type { Form } from '../../lib/form/index.ts';
import { runWithoutSecrets } from '../../lib/form/without-secrets.ts';
import { openRun } from '../../lib/senders/open-run.ts';
import { messageOf } from '../../lib/submission/errors.ts';
import type { Traces } from '../../lib/submission/phases.ts';
import type { RunResult } from '../../lib/submission/ports.ts';
import type { TrialOptions } from './trial.ts';

/** How a real submission ended. */
export interface Submitted {
  readonly result?: RunResult;
  /** Why there is no result. */
  readonly problem?: string;
  /** What a run without a result left behind. */
  readonly traces?: Traces;
  readonly tookMs: number;
  /** Whether the request was let go. */
  readonly sent: boolean;
}

/** A person would have given up. */
const MAX_MS = 600_000;

/** Submits once, by the engine that the worker uses, but with no ledger behind it. */
export async function submitForReal(form: Form, options: TrialOptions): Promise<Submitted> {
  const { key, secrets, folder, timeouts, say, show, signal, commit } = options;
  const warn = (message: string, fields: Readonly<Record<string, unknown>>) =>
    say(`${message}: ${secrets.hide(String(fields.why))}`);
  const evidence = evidenceOf(
    { evidenceBucket: '', evidenceFolder: folder },
    { info: () => {}, warn, count: () => {} },
  );
  const run = runWithoutSecrets(openRun({ ...options, form, evidence }), secrets);
  const startMs = performance.now();
  let sent = false;
  const tookMs = () => Math.round(performance.now() - startMs);
  try {
    show('Loading and filling in');
    const attempt = {
      claim: { key, token: randomUUID() },
      signal,
      // No invocation ends meanwhile.
      armBudgetMs: () => MAX_MS,
      async arm() {
        // Given up in the last moment: nothing leaves.
        signal.throwIfAborted();
        commit();
        sent = true;
        show('Sent; waiting for what the page says');
      },
      proofBudgetMs: () => timeouts.proofMs,
    };
    const result = await run.run(attempt);
    return { result, tookMs: tookMs(), sent };
  } catch (thrown) {
    signal.throwIfAborted();
    const traces = run.traces?.();
    return { problem: messageOf(thrown), ...(traces && { traces }), tookMs: tookMs(), sent };
  } finally {
    await run.close();
  }
}
