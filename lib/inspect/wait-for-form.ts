import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Candidate, candidatesOf } from './candidate.ts';
import { type FoundFrame, readFrames } from './frames.ts';

const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 1_000;
const SETTLE_MS = 5_000;
const WAITING =
  /please wait|waiting room|you are in (?:the |a )?(?:queue|line)|in the queue|antrean|mohon tunggu/i;

export interface Seen {
  readonly frames: readonly FoundFrame[];
  readonly candidates: readonly Candidate[];
  /** Where the page said to wait first: its words. */
  readonly waiting: string | undefined;
}

/** Reads the forms of a page; one that says to wait is waited for, as a person would. */
export async function waitForForm(
  page: Page,
  signal: AbortSignal,
  show: (step: string) => void,
): Promise<Seen> {
  const endsMs = performance.now() + WAIT_MS;
  let waiting: string | undefined;
  for (;;) {
    try {
      const frames = await readFrames(page);
      const candidates = candidatesOf(frames.map(({ facts }) => facts));
      const words = candidates.length > 0 ? undefined : WAITING.exec(await textOf(page))?.[0];
      waiting ??= words;
      if (words === undefined || performance.now() > endsMs) return { frames, candidates, waiting };
      show(`The page says "${words}": waiting for its form, for a minute at most`);
    } catch (thrown) {
      // It loads itself anew while it is looked at: at its beginning, or where it waits.
      const isWaiting = waiting !== undefined || performance.now() < endsMs - WAIT_MS + SETTLE_MS;
      if (!isWaiting || performance.now() > endsMs) throw thrown;
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** What a person reads on it. */
export function textOf(page: Page): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what a person sees, without what is hidden
  return page.evaluate(() => document.body?.innerText.slice(0, 200_000) ?? '');
}
