import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html, PAGE, RECEIPT, SCHEMES, type Scheme, type Seen, startTarget } from '../support/target.ts';
import { trustingBrowser } from '../support/trusting-browser.ts';
import { until } from '../support/until.ts';
import { byBrowser } from './support.ts';

/** Asks without pause, by whatever means a page has, so that some request is always about to open a connection. */
const POLLS = `<script>
  for (let nth = 0; nth < 2; nth++) (async () => { for (let i = 0; ; i++) {
    await fetch('/poll/' + nth + '?' + i).then((r) => r.text()).catch(() => new Promise((r) => setTimeout(r, 10))) } })();
  setInterval(() => { new Image().src = '/image?' + Math.random() }, 40);
  new EventSource('/events');
  fetch('/poll/first').then(() => fetch('/for-ever'));
</script>`;

const start = (scheme: Scheme, onPost: (seen: Seen, response: Parameters<typeof html>[0]) => void) =>
  startTarget((seen, response) => {
    if (seen.method === 'POST') return onPost(seen, response);
    if (seen.path === '/for-ever') return;
    if (seen.path === '/events')
      return response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    if (seen.path.startsWith('/poll')) return setTimeout(() => response.end('poll'), 10 + Math.random() * 40);
    return html(response, PAGE + POLLS);
  }, scheme);

const REPETITIONS = 4;

for (const scheme of SCHEMES) {
  test(`${scheme}, control: let go by itself, the same POST arrives twice`, async () => {
    const target = await startTarget(
      (seen, response) => (seen.method === 'POST' ? seen.breakOff() : html(response, PAGE)),
      scheme,
    );
    const borrowed = await trustingBrowser.newContext();
    await borrowed.context.route('**/*', (route) => route.continue());
    await borrowed.page.goto(target.url);
    await borrowed.page.locator('button').click({ noWaitAfter: true });
    await until('the second POST', () => target.count('POST') === 2);
    await borrowed.close();
  });

  test(`${scheme}: a page that polls hard, a target that takes the POST and breaks off: one POST, no proof`, async () => {
    for (let nth = 0; nth < REPETITIONS; nth++) {
      const target = await start(scheme, (seen) => seen.breakOff());
      const result = await byBrowser(target);
      assert.equal(result.kind, 'noProof', JSON.stringify(result));
      assert.equal(target.count('POST'), 1);
      target.goDown();
    }
  });

  test(`${scheme}: a page that polls hard, and a receipt: one POST`, async () => {
    const target = await start(scheme, (_, response) => html(response, RECEIPT));
    const result = await byBrowser(target);
    assert.equal(result.kind, 'submitted', JSON.stringify(result));
    assert.equal(target.count('POST'), 1);
  });
}
