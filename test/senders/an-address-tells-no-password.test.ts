import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutQuery } from '../../lib/senders/plain-error.ts';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';

test('a form whose action holds a name and a password: sent with them, told without them', async () => {
  const target = await startTarget(({ method }, response) => {
    const action = `http://user:hush@${target.host}/submit`;
    html(response, method === 'POST' ? RECEIPT : PAGE.replace('/submit', action));
  });
  const result = await drive(testForm(target), target);
  assert.ok(result.kind === 'submitted');
  assert.equal(result.outcome.request?.url, `${target.url}/submit`);
  assert.equal(result.outcome.url, `${target.url}/submit`);
  const { authorization } = target.seen.find(({ method }) => method === 'POST')?.headers ?? {};
  assert.equal(authorization, `Basic ${btoa('user:hush')}`);
});

test('nor within a sentence', () => {
  const told = withoutQuery('not reached: https://user:hush@example.org/a?b=c https://example.org/@name');
  assert.equal(told, 'not reached: https://example.org/a https://example.org/@name');
});
