import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ParkError } from '../../lib/submission/errors.ts';
import { drive, testForm } from '../support/run.ts';
import { html, startTarget, type Target } from '../support/target.ts';

async function reading(body: string, form: Parameters<typeof testForm>[1] = {}) {
  const target = await startTarget((_, response) => html(response, body));
  const settings = { actionMs: 500 };
  return { target, run: () => drive(testForm(target, form), target, settings) };
}

function nothingSent(target: Target): void {
  assert.equal(target.count('POST'), 0);
}

test('sold out: refused without a submit', async () => {
  const { target, run } = await reading('<p id="refused">Sold out</p>');
  const result = await run();
  assert.ok(result.kind === 'refused' && result.outcome.text === 'Sold out');
  nothingSent(target);
});

test('already registered: submitted without a submit', async () => {
  const { target, run } = await reading('<p id="have">We have you</p>', {
    already: (answer) => answer.$('#have'),
  });
  assert.equal((await run()).kind, 'already');
  nothingSent(target);
});

test('not open yet: says so', async () => {
  const { run } = await reading('<p id="soon">At nine</p>', { notOpenYet: (answer) => answer.$('#soon') });
  assert.deepEqual(await run(), { kind: 'notOpenYet', reason: 'At nine' });
});

test('a CAPTCHA, at once or in the middle of filling: parked as challenge', async () => {
  const challenge = (answer: { text: string }) => (/robot/.test(answer.text) ? answer.text : undefined);
  for (const body of [
    '<p>Are you a robot?</p>',
    '<p hidden>Are you a robot?</p><script>setTimeout(() => { document.querySelector("p").hidden = false }, 200)</script>',
  ]) {
    const { run } = await reading(body, { challenge });
    await assert.rejects(
      run(),
      (error: unknown) => error instanceof ParkError && error.reason === 'challenge',
    );
  }
});

test('hidden text is not what the page says', async () => {
  const { run } = await reading('<p hidden>Are you a robot?</p>', {
    challenge: (answer) => (/robot/.test(answer.text) ? answer.text : undefined),
  });
  await assert.rejects(run(), /locator|Timeout/);
});

test('a target that is down: an error, nothing parked for good', async () => {
  const { target, run } = await reading('');
  target.goDown();
  await assert.rejects(
    run(),
    (error: unknown) => !(error instanceof ParkError) && /could not be loaded/.test(String(error)),
  );
});

test('a private address that the form leads to: parked as hostNotAllowed', async () => {
  const { run } = await reading('', { url: () => 'http://10.1.2.3/', allow: ['10.1.2.3'] });
  await assert.rejects(
    run(),
    (error: unknown) => error instanceof ParkError && error.reason === 'hostNotAllowed',
  );
});

test('a page that redirects to a host the form may not reach: parked, and the host is named', async () => {
  const target = await startTarget((_, response) =>
    response.writeHead(302, { location: 'http://elsewhere.example/' }).end(),
  );
  await assert.rejects(
    drive(testForm(target), target),
    (error: unknown) =>
      error instanceof ParkError &&
      error.reason === 'hostNotAllowed' &&
      /elsewhere\.example/.test(error.message),
  );
});
