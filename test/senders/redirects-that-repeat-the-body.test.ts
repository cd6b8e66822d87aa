import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browsers } from '../../lib/senders/gated-context.ts';
import { drive, sharedBrowser, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, type Seen, startTarget } from '../support/target.ts';

const redirecting = (to: (nth: number) => string, end: (seen: Seen) => boolean = () => false) => {
  let nth = 0;
  return startTarget((seen, response) => {
    if (seen.method !== 'POST') return html(response, PAGE);
    if (end(seen)) return seen.socket.resetAndDestroy();
    if (seen.path === '/final') return html(response, RECEIPT);
    response.writeHead(nth % 2 ? 308 : 307, { location: to(nth++), 'set-cookie': `hop=${nth}` }).end();
  });
};

test('307 to a path that resets: one POST at each, no proof', async () => {
  const target = await redirecting(
    () => '/hop',
    (seen) => seen.path === '/hop',
  );
  const result = await drive(testForm(target), target);
  assert.equal(result.kind, 'noProof');
  assert.equal(target.count('POST', '/submit'), 1);
  assert.equal(target.count('POST', '/hop'), 1);
});

test('307 then 308: followed with the same body and new cookies, proven by the last answer', async () => {
  const target = await redirecting((nth) => (nth === 0 ? '/hop' : '/final'));
  const result = await drive(testForm(target), target);
  assert.equal(result.kind, 'submitted');
  assert.deepEqual(
    target.seen
      .filter(({ method }) => method === 'POST')
      .map(({ path, body, headers }) => [path, body, headers.cookie]),
    [
      ['/submit', 'name=Ana', undefined],
      ['/hop', 'name=Ana', 'hop=1'],
      ['/final', 'name=Ana', 'hop=2'],
    ],
  );
});

test('a redirect that never ends: six sends, no proof', async () => {
  const target = await redirecting((nth) => `/hop/${nth}`);
  const result = await drive(testForm(target), target);
  assert.equal(result.kind, 'noProof');
  assert.equal(target.count('POST'), 6);
});

test('a redirect to a host that the form may not reach: not followed, no proof', async () => {
  const target = await redirecting(() => 'http://169.254.169.254/latest');
  const result = await drive(testForm(target), target);
  assert.equal(result.kind, 'noProof');
  assert.equal(target.count('POST'), 1);
});

test('a 302 makes a GET of a POST, but repeats a PUT: one PUT at each', async () => {
  const page = `<input name="name"><button onclick="fetch('/submit', { method: 'PUT', body: 'name=Ana' })
    .then((r) => r.text()).then((t) => { document.body.innerHTML = t })">Send</button>`;
  const target = await startTarget((seen, response) => {
    if (seen.method !== 'PUT') return html(response, page);
    if (seen.path === '/hop') return seen.breakOff();
    return response.writeHead(302, { location: '/hop' }).end();
  }, 'https');
  const form = testForm(target, { submission: { method: 'PUT', path: '/submit' } });
  const browsers: Browsers = {
    newContext: (options, prepare) =>
      sharedBrowser.newContext({ ...options, ignoreHTTPSErrors: true }, prepare),
  };
  assert.equal((await drive(form, target, { browsers })).kind, 'noProof');
  assert.deepEqual([target.count('PUT', '/submit'), target.count('PUT', '/hop')], [1, 1]);
});

test('303: the browser goes to the receipt by itself', async () => {
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') response.writeHead(303, { location: '/thanks', 'set-cookie': 'sid=9' }).end();
    else html(response, seen.path === '/thanks' && seen.headers.cookie === 'sid=9' ? RECEIPT : PAGE);
  });
  const result = await drive(testForm(target), target);
  assert.ok(result.kind === 'submitted' && result.outcome.text === 'receipt 1');
  assert.equal(result.outcome.url, `${target.url}/thanks`);
});
