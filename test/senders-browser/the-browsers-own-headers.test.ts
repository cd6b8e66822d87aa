import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html, PAGE, RECEIPT, startTarget, type Target } from '../support/target.ts';
import { trustingBrowser } from '../support/trusting-browser.ts';
import { byBrowser } from './support.ts';

/** The same click in the same browser, with nobody in between. */
async function byHand(target: Target): Promise<void> {
  const borrowed = await trustingBrowser.newContext();
  await borrowed.page.goto(`${target.url}/`);
  await borrowed.page.locator('input').fill('Ana');
  await borrowed.page.locator('button').click();
  await borrowed.page.waitForSelector('#receipt');
  await borrowed.close();
}

/** What interception adds, because it switches the browser's cache off. */
const BY_INTERCEPTION = ['pragma', 'cache-control'];

/** Names as they were written, and values, in their order. */
const headersOf = ({ rawHeaders }: Target['seen'][number]) => {
  const pairs: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!BY_INTERCEPTION.includes(name.toLowerCase())) pairs.push([name, value]);
  }
  return pairs;
};

// By plain http the egress proxy is a hop, and writes Host and Connection itself.
for (const scheme of ['https', 'http2'] as const) {
  test(`${scheme}: the submission has the browser's own headers, in its order and its writing`, async () => {
    const target = await startTarget((seen, response) => {
      if (seen.method === 'POST') return html(response, RECEIPT);
      response.setHeader('set-cookie', 'sid=abc');
      return html(response, PAGE);
    }, scheme);
    await byHand(target);
    assert.equal((await byBrowser(target)).kind, 'submitted');
    const [own, ours] = target.seen.filter(({ method }) => method === 'POST').map(headersOf);
    assert.ok(own?.some(([name]) => /^user-agent$/i.test(name)));
    assert.deepEqual(ours, own);
  });
}
