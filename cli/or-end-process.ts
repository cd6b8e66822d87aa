import { telemetry } from '../lib/telemetry/telemetry.ts';

/**
 * Does the work, or ends this process when that takes longer: as Lambda does at an invocation's deadline. The ledger counts on
 * it, since after the deadline it believes that nothing is sent any more. Playwright kills its browsers on exit.
 */
export async function orEndProcess<T>(ms: number, why: string, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => {
    telemetry.warn('this process ends now', { why });
    process.exit(1);
  }, ms);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
