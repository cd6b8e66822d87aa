import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';

/** Thanks at the click already, whatever the target says. */
const THANKS_AT_ONCE = `${PAGE}<script>
  addEventListener('submit', () => document.body.insertAdjacentHTML('beforeend', '${RECEIPT}'))</script>`;

test('the page that submits by a page load, and stays since none came, does not know', async () => {
  const target = await startTarget((seen, response) =>
    seen.method === 'POST' ? response.writeHead(204).end() : html(response, THANKS_AT_ONCE),
  );
  assert.equal((await drive(testForm(target), target, { proofMs: 1_500 })).kind, 'noProof');
  assert.equal(target.count('POST'), 1);
});

test('nor does the frame that does so', async () => {
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') return response.writeHead(204).end();
    return html(response, seen.path === '/widget' ? THANKS_AT_ONCE : '<iframe src="/widget"></iframe>');
  });
  const form = testForm(target, {
    submission: { method: 'POST', path: '/submit' },
    fill: (page, { name }) => page.frameLocator('iframe').locator('input').fill(name),
    submit: (page) => page.frameLocator('iframe').locator('button'),
  });
  assert.equal((await drive(form, target, { proofMs: 1_500 })).kind, 'noProof');
  assert.equal(target.count('POST'), 1);
});
