import type { Form } from '../../lib/form/index.ts';
import { registryOf } from '../../lib/form/registry.ts';
import { secretsOf } from '../../lib/form/secrets.ts';
import { openRun } from '../../lib/senders/open-run.ts';
import type { RunResult } from '../../lib/submission/ports.ts';
import { noEvidence } from '../support/evidence.ts';
import { sharedBrowser } from '../support/run.ts';

/** Submits by a definition as a worker would, once. */
export async function submitOnce(
  form: Form,
  values: unknown,
  { url }: { readonly url: string },
): Promise<RunResult> {
  registryOf([form]);
  const data = form.fields.parse(values);
  const run = openRun({
    form,
    data,
    secrets: secretsOf(form, data),
    browsers: sharedBrowser,
    localTargets: [new URL(url).host],
    timeouts: { navigationMs: 10_000, actionMs: 3_000 },
    evidence: noEvidence,
  });
  try {
    const attempt = {
      claim: { key: `${form.name}.1`, token: '1' },
      signal: new AbortController().signal,
      arm: async () => {},
      armBudgetMs: () => 60_000,
      proofBudgetMs: () => 5_000,
    };
    return await run.run(attempt);
  } finally {
    await run.close();
  }
}
