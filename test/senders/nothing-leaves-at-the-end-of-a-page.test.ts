import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget, type Target } from '../support/target.ts';

/** Long enough for a request that the end of a page would let go. */
const AFTER_MS = 500;

const SAYS_GOODBYE = `const bye = () => { navigator.sendBeacon('/submit', 'beacon');
  fetch('/submit', { method: 'POST', keepalive: true, body: 'keepalive' }) };`;

const ENDINGS: Record<string, string> = {
  'a beacon and a lasting fetch on pagehide': `${SAYS_GOODBYE} addEventListener('pagehide', bye)`,
  'a beacon and a lasting fetch on visibilitychange': `${SAYS_GOODBYE} document.addEventListener('visibilitychange', bye)`,
  'a beacon of the prototype on pagehide': `addEventListener('pagehide', () =>
    Navigator.prototype.sendBeacon.call(navigator, '/submit', 'prototype'))`,
  fetchLater: `typeof fetchLater === 'function' && fetchLater('/submit', { method: 'POST', body: 'later', activateAfter: 100 })`,
};

const startForm = (script: string) =>
  startTarget((seen, response) => {
    if (seen.method === 'POST') return response.writeHead(303, { location: '/thanks' }).end();
    return html(response, seen.path === '/thanks' ? RECEIPT : `${PAGE}<script>${script}</script>`);
  });

const posts = (target: Target) =>
  target.seen.filter(({ method }) => method === 'POST').map(({ body }) => body);

for (const [what, script] of Object.entries(ENDINGS)) {
  test(`${what}: nothing but the submission leaves`, async () => {
    const target = await startForm(script);
    assert.equal((await drive(testForm(target), target)).kind, 'submitted');
    await sleep(AFTER_MS);
    assert.deepEqual(posts(target), ['name=Ana']);
  });

  test(`${what}, arming refused: nothing leaves at all`, async () => {
    const target = await startForm(script);
    const arm = async () => {
      await sleep(AFTER_MS);
      throw new Error('not armed');
    };
    await assert.rejects(
      drive(testForm(target), target, { arm, beforeClose: () => sleep(AFTER_MS) }),
      /not armed/,
    );
    await sleep(AFTER_MS);
    assert.deepEqual(posts(target), []);
  });
}
