import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html, PAGE, RECEIPT, SCHEMES, startTarget } from '../support/target.ts';
import { byBrowser, type Form } from './support.ts';

const BY_GET = PAGE.replace(' method="post"', '');
const DECLARED: Form = { submission: { method: 'GET', path: '/submit' } };

for (const scheme of SCHEMES) {
  test(`${scheme}: a declared GET leaves once, whatever breaks`, async () => {
    const target = await startTarget(
      (seen, response) => (seen.path === '/submit' ? seen.breakOff() : html(response, BY_GET)),
      scheme,
    );
    const result = await byBrowser(target, DECLARED);
    assert.equal(result.kind, 'noProof');
    assert.equal(target.count('GET', '/submit'), 1);
  });
}

test('a declared GET that leads on: to the receipt by a 302, and once to itself', async () => {
  let asked = 0;
  const target = await startTarget((seen, response) => {
    if (seen.path !== '/submit') return html(response, seen.path === '/thanks' ? RECEIPT : BY_GET);
    asked += 1;
    return response.writeHead(302, { location: asked === 1 ? '/submit?again' : '/thanks' }).end();
  }, 'https');
  const result = await byBrowser(target, DECLARED);
  assert.equal(result.kind, 'submitted', JSON.stringify(result));
});
