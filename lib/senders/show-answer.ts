import type { BrowserContext, Route } from 'playwright-core';
import { fileOf } from '../form/answer-file.ts';
import type { TargetAnswer } from './sent.ts';

/**
 * Gives the answer to the page that made the request. Where that page waits for it no longer (it submitted once more, went
 * elsewhere, was closed or crashed), a tab of its own shows it: the proof is in hand, and only a browser can read it. Never throws.
 */
export async function showAnswer(context: BrowserContext, route: Route, answer: TargetAnswer): Promise<void> {
  const request = route.request();
  try {
    await route.fulfill(answer);
    if (request.failure() === null || !request.isNavigationRequest()) return;
    // No tab shows a file either.
    if (fileOf(answer.url, answer.headers) !== undefined) return;
    const tab = await context.newPage();
    // Once: what the page asks for next passes the gate as everywhere.
    await tab.route('**/*', (first) => first.fulfill(answer), { times: 1 });
    await tab.goto(answer.url, { waitUntil: 'commit' });
  } catch {
    // The context is gone. Whoever looks for a proof finds none.
  }
}
