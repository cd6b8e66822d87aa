import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, startTarget } from '../support/target.ts';

test('the target goes down between page and submit: unsent, by what the proxy saw', async () => {
  const target = await startTarget((_, response) => html(response, PAGE));
  const arm = async () => target.goDown();
  const result = await drive(testForm(target), target, { arm });
  assert.equal(result.kind, 'unsent');
  assert.match(result.kind === 'unsent' ? result.reason : '', /connect/);
});

test('the submit goes to a host that the form may not reach: unsent', async () => {
  const target = await startTarget((_, response) =>
    html(response, PAGE.replace('/submit', 'http://10.0.0.1/submit')),
  );
  const result = await drive(testForm(target), target);
  assert.equal(result.kind, 'unsent');
});

test('the submit goes to a name that does not exist: unsent', async () => {
  const target = await startTarget((_, response) =>
    html(response, PAGE.replace('/submit', 'http://nowhere.invalid/submit')),
  );
  const result = await drive(testForm(target, { allow: ['127.0.0.1', 'nowhere.invalid'] }), target);
  assert.equal(result.kind, 'unsent');
  assert.match(result.kind === 'unsent' ? result.reason : '', /dns/);
});

test('the target takes the POST and never answers: no proof, not unsent', async () => {
  const target = await startTarget((seen, response) =>
    seen.method === 'POST' ? undefined : html(response, PAGE),
  );
  const result = await drive(testForm(target), target, { proofMs: 500 });
  assert.equal(result.kind, 'noProof');
  assert.equal(target.count('POST'), 1);
});

test('a target that pretends to be our proxy does not make a sent request unsent', async () => {
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') response.writeHead(502, { 'x-sekali-egress': 'connect' }).end();
    else html(response, PAGE);
  });
  const result = await drive(testForm(target), target, { proofMs: 500 });
  assert.equal(result.kind, 'noProof');
});
