import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ParkError } from '../../lib/submission/errors.ts';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';

async function run(frame: string, attributes = '') {
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') return html(response, RECEIPT);
    return html(
      response,
      seen.path === '/frame' ? frame : `${PAGE}<iframe ${attributes} src="/frame"></iframe>`,
    );
  });
  const form = testForm(target, {
    challenge: (answer) => answer.$('.captcha'),
    already: (answer) => answer.$('.have'),
    notOpenYet: (answer) => answer.$('.soon'),
    refused: (answer) => answer.$('.error'),
  });
  return { result: drive(form, target), posts: () => target.count('POST') };
}

test('a CAPTCHA in a frame is a challenge', async () => {
  const { result, posts } = await run('<p class="captcha">I am not a robot</p>');
  await assert.rejects(
    result,
    (error: unknown) =>
      error instanceof ParkError && error.reason === 'challenge' && /robot/.test(error.message),
  );
  assert.equal(posts(), 0);
});

test('a CAPTCHA that waits in a hidden frame is none', async () => {
  const { result, posts } = await run(
    '<p class="captcha">Select all boats</p>',
    'style="visibility: hidden"',
  );
  assert.equal((await result).kind, 'submitted');
  assert.equal(posts(), 1);
});

test('a widget in a frame may say that it is too early', async () => {
  const { result, posts } = await run('<p class="soon">At nine</p>');
  assert.deepEqual(await result, { kind: 'notOpenYet', reason: 'At nine' });
  assert.equal(posts(), 0);
});

test('a frame ends nothing for good: its refusal, or its "already", does not count before the submit', async () => {
  for (const said of ['<p class="error">Enter a card</p>', '<p class="have">Already a member?</p>']) {
    const { result, posts } = await run(said);
    assert.equal((await result).kind, 'submitted', said);
    assert.equal(posts(), 1);
  }
});
