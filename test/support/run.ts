import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import { z } from 'zod';
import { WarmBrowser } from '../../lib/chromium/browser.ts';
import { defineForm, type Form, type FormDefinition } from '../../lib/form/define.ts';
import { secretsOf } from '../../lib/form/secrets.ts';
import type { Browsers } from '../../lib/senders/gated-context.ts';
import { openRun } from '../../lib/senders/open-run.ts';
import type { Attempt, FormRun, RunResult } from '../../lib/submission/ports.ts';
import { noEvidence } from './evidence.ts';
import type { Target } from './target.ts';

const FIELDS = z.strictObject({ name: z.string() });

/** A form on a test target: one text field and a button. */
export function testForm(target: Target, form: Partial<FormDefinition<typeof FIELDS>> = {}): Form {
  return defineForm({
    name: 'test-form',
    allow: ['127.0.0.1'],
    fields: FIELDS,
    identity: ['name'],
    url: () => `${target.url}/`,
    label: ({ name }) => name,
    fill: (page, { name }) => page.locator('input[name=name]').fill(name),
    submit: (page) => page.locator('button'),
    receipt: (answer) => answer.$('#receipt'),
    refused: (answer) => answer.$('#refused'),
    ...form,
  });
}

/** One warm browser for the whole test file. */
export const sharedBrowser = new WarmBrowser({
  onFallback(reason) {
    throw new Error(`unexpected fallback: ${reason}`);
  },
});
after(() => sharedBrowser.close());

export interface DriveOptions {
  readonly arm?: () => Promise<void>;
  readonly signal?: AbortSignal;
  readonly armBudgetMs?: number;
  readonly proofMs?: number;
  readonly actionMs?: number;
  /** By default the target alone. */
  readonly localTargets?: readonly string[];
  /** By default the shared one. */
  readonly browsers?: Browsers;
  /** Between the end of the run and the closing of its context. */
  readonly beforeClose?: () => Promise<void>;
}

export function browserRun(
  form: Form,
  target: Target,
  options: Pick<DriveOptions, 'actionMs' | 'localTargets' | 'browsers'> = {},
): FormRun {
  const { actionMs = 2_000, localTargets = [target.host], browsers = sharedBrowser } = options;
  return openRun({
    form,
    data: { name: 'Ana' },
    secrets: secretsOf(form, { name: 'Ana' }),
    browsers,
    localTargets,
    timeouts: { navigationMs: 5_000, actionMs },
    evidence: noEvidence,
  });
}

/** Drives a form as a worker would, with the protocol's side of it in the test's hands. */
export async function drive(form: Form, target: Target, options: DriveOptions = {}): Promise<RunResult> {
  const attempt: Attempt = {
    claim: { key: `test-form.${randomUUID()}`, token: randomUUID() },
    signal: options.signal ?? new AbortController().signal,
    arm: options.arm ?? (async () => {}),
    armBudgetMs: () => options.armBudgetMs ?? 60_000,
    proofBudgetMs: () => options.proofMs ?? 3_000,
  };
  const run = browserRun(form, target, options);
  try {
    return await run.run(attempt);
  } finally {
    await options.beforeClose?.();
    await run.close();
  }
}
