import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';

/** Posts as soon as it lives, and for every request of its pages. */
const WORKER = `
  const leak = (from) => fetch('/leak?' + from, { method: 'POST', body: 'a' }).catch(() => {});
  addEventListener('install', (event) => { skipWaiting(); event.waitUntil(leak('install')); });
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => { event.waitUntil(leak('fetch')); });
`;

/** In the frame of the page, and in a fresh one, whose own container no script of the page has touched. */
const PLACES = {
  page: 'navigator.serviceWorker',
  frame: `document.body.appendChild(document.createElement('iframe')).contentWindow.navigator.serviceWorker`,
};

test('a page that registers a service worker: it never lives, so it sends nothing past the gate', async () => {
  for (const container of Object.values(PLACES)) {
    const target = await startTarget((seen, response) => {
      if (seen.path === '/worker.js') {
        response.writeHead(200, { 'content-type': 'text/javascript' });
        return response.end(WORKER);
      }
      return html(response, seen.method === 'POST' ? RECEIPT : PAGE);
    });
    const form = testForm(target, {
      fill: async (page, { name }) => {
        // Where it did register, its install has ended, and its fetch handler has seen a request, before the form goes on.
        await page.evaluate(`(async () => {
          const container = ${container};
          const registered = await container.register('/worker.js').catch(() => undefined);
          if (registered === undefined) return;
          const worker = registered.installing ?? registered.waiting ?? registered.active;
          while (worker.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 20));
          await fetch('/quiet');
        })()`);
        await page.locator('input').fill(name);
      },
    });
    assert.equal((await drive(form, target)).kind, 'submitted');
    assert.equal(target.count('GET', '/worker.js'), 0);
    assert.equal(target.count('POST', '/leak'), 0);
    assert.equal(target.count('POST'), 1);
  }
});
