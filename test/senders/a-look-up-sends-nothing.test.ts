import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestPattern } from '../../lib/form/define.ts';
import { verifyInBrowser } from '../../lib/senders/browser-verify.ts';
import { sharedBrowser, testForm } from '../support/run.ts';
import { startTarget } from '../support/target.ts';

/** So long the page goes on loading after its script has begun to send. */
const REST_MS = 300;

/** What a look at a page with such a script comes to, and the requests that reached the target. */
async function lookAt(page: string, submission?: RequestPattern) {
  const target = await startTarget((seen, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.write(`<!doctype html><title>t</title>${seen.path === '/list' ? page : 'taken'}`);
    setTimeout(() => response.end('<p id="found">booking 7</p>'), REST_MS);
  });
  const form = testForm(target, {
    ...(submission && { submission }),
    verify: {
      url: () => `${target.url}/list`,
      judge(answer) {
        const landed = answer.$('#found');
        return landed === undefined ? undefined : { landed };
      },
    },
  });
  const verdict = await verifyInBrowser(
    form,
    { name: 'Ana' },
    { browsers: sharedBrowser, localTargets: [target.host], signal: AbortSignal.timeout(5_000) },
  );
  return { kind: verdict.kind, seen: target.seen.map(({ method, path }) => `${method} ${path}`) };
}

const submits = (method: string) =>
  `<form method="${method}" action="/submit"><input name="name" value="Ana"></form><script>document.forms[0].submit()</script>`;

test('a quiet page: what it shows is what the look tells', async () => {
  assert.deepEqual(await lookAt(''), { kind: 'landed', seen: ['GET /list'] });
});

test('a page that submits by itself: nothing leaves, and it tells nothing', async () => {
  for (const [page, submission] of [
    [submits('post'), undefined],
    [submits('get'), { method: 'GET', path: '/submit' }],
  ] as const) {
    assert.deepEqual(await lookAt(page, submission), { kind: 'cannotTell', seen: ['GET /list'] });
  }
});

test('a script that makes the declared submission, or any post: nothing leaves', async () => {
  for (const [request, submission] of [
    [`fetch('/submit', { method: 'POST', body: 'Ana' })`, { method: 'POST', path: '/submit' }],
    [`fetch('/submit')`, { method: 'GET', path: '/submit' }],
    [`fetch('/other', { method: 'POST', body: 'Ana' })`, undefined],
    [`navigator.sendBeacon('/other', 'Ana')`, undefined],
  ] as const) {
    const { seen } = await lookAt(`<script>${request}</script>`, submission);
    assert.deepEqual(seen, ['GET /list'], request);
  }
});
