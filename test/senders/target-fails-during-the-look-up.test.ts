import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { verifyInBrowser } from '../../lib/senders/browser-verify.ts';
import { sharedBrowser, testForm } from '../support/run.ts';
import { html, startTarget } from '../support/target.ts';

const BOOKING = '<p id="found">booking 7</p>';

/** A look-up that takes a page without the booking for proof that there is none, as one may well be written. */
async function lookAt(answer: (response: ServerResponse) => unknown, timeoutMs = 20_000) {
  const target = await startTarget((_, response) => answer(response));
  const form = testForm(target, {
    verify: {
      url: () => `${target.url}/list`,
      judge(answer) {
        const landed = answer.$('#found');
        return landed === undefined ? 'absent' : { landed };
      },
    },
  });
  const signal = AbortSignal.timeout(timeoutMs);
  const options = { browsers: sharedBrowser, localTargets: [target.host], signal };
  return (await verifyInBrowser(form, { name: 'Ana' }, options)).kind;
}

test('control: a whole page tells', async () => {
  assert.equal(await lookAt((response) => html(response, BOOKING)), 'landed');
  assert.equal(await lookAt((response) => html(response, 'no bookings')), 'absent');
  assert.equal(await lookAt((response) => html(response, 'no such booking', 404)), 'absent');
});

test('a server error tells nothing: the look-up failed', async () => {
  for (const status of [500, 503]) {
    await assert.rejects(
      lookAt((response) => html(response, 'down for repairs', status)),
      /answered 50/,
    );
  }
});

test('a page that is cut before the booking tells nothing: the look-up goes on until its time is up', async () => {
  for (const [how, headers] of Object.entries({ length: { 'content-length': '5000' }, chunks: {} })) {
    let cuts = 0;
    const cut = (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/html', ...headers });
      response.write('<!doctype html><h1>Your bookings</h1>', () => {
        response.socket?.resetAndDestroy();
        cuts += 1;
      });
    };
    await assert.rejects(lookAt(cut, 3_000), { name: 'TimeoutError' }, how);
    assert.equal(cuts, 1);
  }
});

test('a page that is still on its way is waited for', async () => {
  const kind = await lookAt((response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('<!doctype html><h1>Your bookings</h1>');
    setTimeout(() => response.end(BOOKING), 2_500);
  });
  assert.equal(kind, 'landed');
});
