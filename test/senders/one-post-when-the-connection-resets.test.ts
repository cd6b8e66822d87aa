import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drive, sharedBrowser, testForm } from '../support/run.ts';
import { html, PAGE, startTarget } from '../support/target.ts';

/** Takes the POST on the connection that the page came over, and resets it without an answer. */
const resetting = () =>
  startTarget((seen, response) => {
    if (seen.method === 'POST') seen.socket.resetAndDestroy();
    else html(response, PAGE);
  });

test('the target takes the POST and resets: one POST, no proof', async () => {
  const target = await resetting();
  const result = await drive(testForm(target), target);
  assert.equal(result.kind, 'noProof');
  assert.equal(target.count('POST'), 1);
});

test('control: let through by Chromium itself, the same POST arrives twice', async () => {
  const target = await resetting();
  const borrowed = await sharedBrowser.newContext();
  await borrowed.context.route('**/*', (route) => route.continue());
  await borrowed.page.goto(target.url);
  await borrowed.page.locator('button').click();
  while (target.count('POST') < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  await borrowed.close();
  assert.equal(target.count('POST'), 2);
});

test('the target answers 408 on a kept connection: one POST', async () => {
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') response.writeHead(408, { connection: 'close' }).end();
    else html(response, PAGE);
  });
  const result = await drive(testForm(target), target, { proofMs: 500 });
  assert.equal(result.kind, 'noProof');
  assert.equal(target.count('POST'), 1);
});
