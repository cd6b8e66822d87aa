import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html, PAGE, RECEIPT, SCHEMES, startTarget } from '../support/target.ts';
import { byBrowser } from './support.ts';

for (const scheme of SCHEMES) {
  test(`${scheme}: the target goes down between page and submit: unsent, by what the proxy saw`, async () => {
    const target = await startTarget((_, response) => html(response, PAGE), scheme);
    const result = await byBrowser(target, {}, { arm: async () => target.goDown() });
    assert.match(result.kind === 'unsent' ? result.reason : result.kind, /reached: connect/);
  });

  test(`${scheme}: the target takes the POST and never answers: no proof, not unsent`, async () => {
    const target = await startTarget(
      (seen, response) => (seen.method === 'POST' ? undefined : html(response, PAGE)),
      scheme,
    );
    const result = await byBrowser(target, {}, { proofMs: 2_000 });
    assert.equal(result.kind, 'noProof');
    assert.equal(target.count('POST'), 1);
  });

  test(`${scheme}: a target that pretends to be our proxy does not make a sent request unsent`, async () => {
    const target = await startTarget((seen, response) => {
      if (seen.method === 'POST') response.writeHead(502, { 'x-sekali-egress': 'connect' }).end();
      else html(response, PAGE);
    }, scheme);
    assert.equal((await byBrowser(target, {}, { proofMs: 2_000 })).kind, 'noProof');
    assert.equal(target.count('POST'), 1);
  });
}

test('the submit goes to a host that the form may not reach: unsent', async () => {
  const target = await startTarget((_, response) =>
    html(response, PAGE.replace('/submit', 'http://10.0.0.1/submit')),
  );
  const result = await byBrowser(target);
  assert.match(result.kind === 'unsent' ? result.reason : result.kind, /reached: refused/);
});

test('the submit goes to a name that does not exist: unsent', async () => {
  const target = await startTarget((_, response) =>
    html(response, PAGE.replace('/submit', 'https://nowhere.invalid/submit')),
  );
  const result = await byBrowser(target, { allow: ['127.0.0.1', 'nowhere.invalid'] });
  assert.match(result.kind === 'unsent' ? result.reason : result.kind, /reached: dns/);
});

test('the page gives the held submission up before it is armed: a failed attempt, nothing leaves', async () => {
  const again = `<script>document.forms[0].addEventListener('submit', () =>
    setTimeout(() => document.forms[0].submit(), 30))</script>`;
  const target = await startTarget((seen, response) => {
    if (seen.method === 'GET' && seen.path === '/slow') return;
    html(response, seen.method === 'POST' ? RECEIPT : `${PAGE}${again}<img src="/slow">`);
  });
  await assert.rejects(byBrowser(target), /gave its submission up before it was sent/);
  assert.equal(target.count('POST'), 0);
});

test('the page gives it up while the ledger arms: unsent', async () => {
  const again = `<script>document.forms[0].addEventListener('submit', () =>
    setTimeout(() => document.forms[0].submit(), 300))</script>`;
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : `${PAGE}${again}`),
  );
  const arm = () => new Promise<void>((resolve) => setTimeout(resolve, 1_000));
  const result = await byBrowser(target, {}, { arm });
  assert.match(
    result.kind === 'unsent' ? result.reason : result.kind,
    /gave its submission up .* \(reached: none\)/,
  );
  assert.equal(target.count('POST'), 0);
});
