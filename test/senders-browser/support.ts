import type { RunResult } from '../../lib/submission/ports.ts';
import { type DriveOptions, drive, testForm } from '../support/run.ts';
import type { Target } from '../support/target.ts';
import { trustingBrowser } from '../support/trusting-browser.ts';

export type Form = Parameters<typeof testForm>[1];

/** With time for a busy machine; a test that waits in vain for a proof shortens it. */
export const byBrowser = (target: Target, form: Form = {}, options: DriveOptions = {}): Promise<RunResult> =>
  drive(testForm(target, { sender: 'browser', ...form }), target, {
    browsers: trustingBrowser,
    proofMs: 20_000,
    actionMs: 10_000,
    ...options,
  });
