import type { Page } from 'playwright-core';
import type { RunResult } from '../../lib/submission/ports.ts';
import { drive, testForm } from '../support/run.ts';
import { html, RECEIPT, startTarget } from '../support/target.ts';

export interface Filled {
  /** What the target got, by the names of the fields. */
  readonly sent: URLSearchParams;
  readonly posts: number;
  /** What the run threw, where it threw. */
  readonly thrown: unknown;
  readonly result: RunResult | undefined;
}

/** Fills a page whose form has these controls, and submits it. */
export async function fillIn(controls: string, fill: (page: Page) => Promise<void>): Promise<Filled> {
  const target = await startTarget(({ method }, response) => {
    if (method === 'POST') return html(response, RECEIPT);
    return html(response, `<form method="post" action="/submit">${controls}<button>Send</button></form>`);
  });
  const form = testForm(target, { fill, submit: (page) => page.getByRole('button', { name: 'Send' }) });
  let thrown: unknown;
  const result = await drive(form, target).catch((error: unknown) => {
    thrown = error;
    return undefined;
  });
  const post = target.seen.find(({ method }) => method === 'POST');
  return { sent: new URLSearchParams(post?.body), posts: target.count('POST'), thrown, result };
}
