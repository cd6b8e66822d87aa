import { messageOf } from '../submission/errors.ts';
import { type Probed, wrong } from './finding.ts';

/**
 * Runs a probe, at most for `limitMs`. Never throws: what the probe throws, or that it hangs, is a finding. The signal tells
 * a probe that nobody waits for it any more.
 */
export async function within(
  limitMs: number,
  what: string,
  probe: (signal: AbortSignal) => Promise<Probed>,
): Promise<Probed> {
  const controller = new AbortController();
  const { promise: expired, resolve } = Promise.withResolvers<Probed>();
  const timer = setTimeout(() => {
    resolve({ findings: [wrong(`${what}: no answer within ${limitMs / 1_000} s`)] });
    controller.abort();
  }, limitMs);
  const probed = (async () => probe(controller.signal))().catch(
    (thrown: unknown): Probed => ({ findings: [wrong(`${what}: ${messageOf(thrown)}`)] }),
  );
  try {
    return await Promise.race([probed, expired]);
  } finally {
    clearTimeout(timer);
  }
}
