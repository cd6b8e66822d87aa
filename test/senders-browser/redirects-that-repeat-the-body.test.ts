import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import {
  html,
  PAGE,
  RECEIPT,
  SCHEMES,
  type Scheme,
  type Seen,
  startTarget,
  type Target,
} from '../support/target.ts';
import { byBrowser } from './support.ts';

/** `/submit` leads to `to(0)`, whatever is posted elsewhere to `to(1)`, `to(2)`, … */
const redirecting = (
  scheme: Scheme,
  to: (nth: number) => string,
  ends: (seen: Seen, response: ServerResponse) => boolean = () => false,
  page = PAGE,
) => {
  let nth = 0;
  return startTarget((seen, response) => {
    if (seen.method === 'GET') return html(response, seen.path === '/thanks' ? RECEIPT : page);
    if (ends(seen, response)) return;
    response.writeHead(nth % 2 ? 308 : 307, { location: to(nth++), 'set-cookie': `hop=${nth}` }).end();
  }, scheme);
};

const posts = (target: Target) => target.seen.filter(({ method }) => method !== 'GET');

const SCRIPTED = `<input name="name"><button onclick="fetch('/submit', { method: 'PUT', body: 'name=Ana' })
  .then((r) => r.text()).then((t) => { document.body.innerHTML = t })">Send</button>`;

for (const scheme of SCHEMES) {
  test(`${scheme}: 307 to a path that breaks off: one POST at each, no proof`, async () => {
    for (let nth = 0; nth < 4; nth++) {
      const target = await redirecting(
        scheme,
        () => '/hop',
        (seen) => {
          if (seen.path === '/hop') seen.breakOff();
          return seen.path === '/hop';
        },
      );
      const result = await byBrowser(target);
      assert.equal(result.kind, 'noProof');
      assert.match(
        result.kind === 'noProof' ? (result.outcome.text ?? '') : '',
        /redirected to https?:.*\/hop: /,
      );
      assert.deepEqual(
        posts(target).map(({ path }) => path),
        ['/submit', '/hop'],
      );
    }
  });

  test(`${scheme}: 307 then 308: followed with the same body and new cookies, proven by the last answer`, async () => {
    const target = await redirecting(
      scheme,
      (nth) => (nth === 0 ? '/hop' : '/final'),
      ({ path }, response) => {
        if (path === '/final') html(response, RECEIPT);
        return path === '/final';
      },
    );
    const result = await byBrowser(target);
    assert.equal(result.kind, 'submitted');
    assert.deepEqual(
      posts(target).map(({ path, body, headers }) => [path, body, headers.cookie]),
      [
        ['/submit', 'name=Ana', undefined],
        ['/hop', 'name=Ana', 'hop=1'],
        ['/final', 'name=Ana', 'hop=2'],
      ],
    );
  });

  test(`${scheme}: a redirect that never ends: six sends, no proof`, async () => {
    const target = await redirecting(scheme, (nth) => `/hop/${nth}`);
    const result = await byBrowser(target);
    assert.equal(result.kind, 'noProof');
    assert.equal(posts(target).length, 6);
  });
}

test('a redirect to a host that the form may not reach: not followed, no proof', async () => {
  const target = await redirecting('http', () => 'http://169.254.169.254/latest');
  const result = await byBrowser(target);
  assert.equal(result.kind, 'noProof');
  assert.equal(posts(target).length, 1);
});

test('nobody leads on where the time is up: the hop does not leave', async () => {
  const target = await redirecting(
    'https',
    () => '/hop',
    ({ path }, response) => {
      if (path === '/submit') setTimeout(() => response.writeHead(307, { location: '/hop' }).end(), 900);
      return path === '/submit';
    },
  );
  const result = await byBrowser(target, {}, { proofMs: 500 });
  assert.equal(result.kind, 'noProof');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  assert.deepEqual(
    posts(target).map(({ path }) => path),
    ['/submit'],
  );
});

test('a PUT that a 302 repeats is led from hop to hop as well', async () => {
  const target = await redirecting(
    'https',
    () => '',
    ({ path }, response) => {
      if (path === '/submit') response.writeHead(302, { location: '/hop' }).end();
      else html(response, RECEIPT);
      return true;
    },
    SCRIPTED,
  );
  const result = await byBrowser(target, { submission: { method: 'PUT', path: '/submit' } });
  assert.equal(result.kind, 'submitted');
  assert.deepEqual(
    posts(target).map(({ method, path, body }) => [method, path, body]),
    [
      ['PUT', '/submit', 'name=Ana'],
      ['PUT', '/hop', 'name=Ana'],
    ],
  );
});

test('303: the browser goes to the receipt by itself', async () => {
  const target = await redirecting(
    'http2',
    () => '',
    (_, response) => {
      response.writeHead(303, { location: '/thanks' }).end();
      return true;
    },
  );
  const result = await byBrowser(target);
  assert.ok(result.kind === 'submitted' && result.outcome.text === 'receipt 1');
  assert.equal(result.outcome.url, `${target.url}/thanks`);
  assert.equal(result.outcome.request?.status, 303);
});
