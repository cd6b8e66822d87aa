import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ParkError } from '../../lib/submission/errors.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { byBrowser, type Form } from './support.ts';

test('the first request of a new tab: parked before it is armed, nothing leaves', async () => {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : PAGE.replace('<form', '<form target="_blank"')),
  );
  let armed = false;
  const arm = async () => {
    armed = true;
  };
  const run = byBrowser(target, {}, { arm, beforeClose: () => sleep(300) });
  await assert.rejects(run, (error: unknown) => {
    assert.ok(error instanceof ParkError);
    assert.equal(error.reason, 'wrongSender');
    assert.match(error.message, /use the sender 'direct'/);
    return true;
  });
  assert.equal(armed, false);
  assert.equal(target.count('POST'), 0);
});

test('the same from the page and into a new tab, at once: none leaves whose redirect is not held', async () => {
  const both = `${PAGE.replace('<form', '<form target="_blank"')}<script>document.forms[0].addEventListener('submit', () => {
    fetch('/submit', { method: 'POST', body: 'name=Ana' }).catch(() => {}) })</script>`;
  for (let round = 0; round < 5; round++) {
    let nth = 0;
    const target = await startTarget((seen, response) => {
      if (seen.method === 'POST') response.writeHead(307, { location: `/hop/${++nth}` }).end();
      else html(response, both);
    }, 'https');
    const form: Form = { submission: { method: 'POST', path: '/submit' } };
    await byBrowser(target, form, { proofMs: 3_000 }).catch((error) => assert.ok(error instanceof ParkError));
    // All six of the one that was held, or none.
    assert.ok([0, 6].includes(target.count('POST')), `${target.count('POST')}`);
    assert.ok(target.count('POST', '/submit') <= 1);
  }
});

const FETCHES = `fetch('/submit', { method: 'POST', body: 'name=Ana' })`;
const BY_SCRIPT = `<input name="name"><button onclick="${FETCHES}">Send</button>`;
const BY_WORKER = `<input name="name"><button onclick="new Worker('/worker.js')">Send</button>`;
const framed = (host: string, inner: string) => [`<iframe src="https://${host}:PORT/frame"></iframe>`, inner];

const MADE: Record<string, readonly string[]> = {
  'a script': [BY_SCRIPT],
  'a worker': [BY_WORKER],
  'a frame of the same site by script': framed('127.0.0.1', BY_SCRIPT),
  'a frame of the same site by page load': framed('127.0.0.1', PAGE),
  "another site's frame by script": framed('localhost', BY_SCRIPT),
  "another site's frame by page load": framed('localhost', PAGE),
};

for (const [who, [page = '', inner = '']] of Object.entries(MADE)) {
  test(`a submission that ${who} makes is sent, and its redirects are held: one POST a hop`, async () => {
    let nth = 0;
    const target = await startTarget((seen, response) => {
      if (seen.method === 'POST') return response.writeHead(307, { location: `/hop/${++nth}` }).end();
      if (seen.path === '/worker.js')
        return response.setHeader('content-type', 'text/javascript').end(FETCHES);
      return html(
        response,
        seen.path === '/frame' ? inner : page.replace('PORT', target.host.split(':')[1] ?? ''),
      );
    }, 'https');
    const form: Form = {
      allow: ['127.0.0.1', 'localhost'],
      submission: { method: 'POST', path: '/submit' },
      fill: async () => {},
      submit: (shown) => (inner === '' ? shown : shown.frameLocator('iframe')).locator('button'),
    };
    // Both addresses of localhost.
    const localTargets = [target.host, target.host.replace('127.0.0.1', '[::1]')];
    const result = await byBrowser(target, form, { localTargets });
    assert.match(
      result.kind === 'noProof' ? (result.outcome.text ?? '') : result.kind,
      /no end after 5 redirects/,
    );
    assert.deepEqual(
      target.seen.filter(({ method }) => method === 'POST').map(({ path }) => path),
      ['/submit', '/hop/1', '/hop/2', '/hop/3', '/hop/4', '/hop/5'],
    );
  });
}
