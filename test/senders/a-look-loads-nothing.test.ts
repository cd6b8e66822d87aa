import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, startTarget } from '../support/target.ts';

test('an image that cannot be shown is asked for once, however often the page is looked at', async () => {
  const target = await startTarget(({ method, path }, response) => {
    if (path === '/image') return response.writeHead(404).end();
    return html(response, method === 'POST' ? '<p>wait</p><img src="/image">' : PAGE);
  });
  const result = await drive(testForm(target), target, { proofMs: 1_500 });
  assert.equal(result.kind, 'noProof');
  assert.equal(target.count('GET', '/image'), 1);
});
