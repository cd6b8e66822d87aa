import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { ParkError } from '../../lib/submission/errors.ts';
import { httpForm } from '../support/http-run.ts';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, type Seen, startTarget, type Target } from '../support/target.ts';

type Definition = NonNullable<Parameters<typeof testForm>[1]>;

const WAITING: Definition = {
  waiting: (answer) => answer.$('#queue'),
  refused: (answer) => answer.$('.error'),
  timeouts: { waitingMs: 8_000 },
};

/** The place in the queue belongs to the session, as it does at real ones. */
const queue = (more = '') => `<p id="queue">You are number 3</p>${more}`;
const REFRESH = '<meta http-equiv="refresh" content="0.4">';

type Pages = (seen: Seen, response: ServerResponse, nth: number) => unknown;

async function run(pages: Pages, form: Definition = WAITING, options: Parameters<typeof drive>[2] = {}) {
  let nth = 0;
  const target: Target = await startTarget((seen, response) => {
    if (seen.method === 'POST') return html(response, RECEIPT);
    nth += 1;
    return pages(seen, response, nth);
  });
  const started = performance.now();
  const result = await drive(testForm(target, form), target, options);
  return { result, target, posts: target.count('POST'), ms: performance.now() - started };
}

test('a queue that refreshes itself is waited for, then the form is filled and sent', async () => {
  const { result, target, posts } = await run((_, response, nth) =>
    html(response, nth < 4 ? queue(REFRESH) : PAGE),
  );
  assert.equal(result.kind, 'submitted');
  assert.equal(posts, 1);
  // By itself, and not by being asked for.
  assert.equal(target.count('GET', '/'), 4);
});

test('it may lead to another path and host', async () => {
  const { result, posts } = await run(
    ({ path, headers }, response) => {
      if (path === '/event') return html(response, PAGE);
      const to = `http://localhost:${headers.host?.split(':')[1]}/event`;
      html(response, queue(`<script>setTimeout(() => { location = '${to}' }, 700)</script>`));
    },
    { ...WAITING, allow: ['127.0.0.1', 'localhost'] },
  );
  assert.equal(result.kind, 'submitted');
  assert.equal(posts, 1);
});

test('a host that the form may not reach is named', async () => {
  await assert.rejects(
    run(
      (_, response) =>
        html(
          response,
          queue('<script>setTimeout(() => { location = "http://elsewhere.example/" }, 300)</script>'),
        ),
      { ...WAITING, timeouts: { waitingMs: 1_500 } },
    ),
    (error: unknown) =>
      error instanceof ParkError && error.reason === 'hostNotAllowed' && /elsewhere/.test(error.message),
  );
});

test('a moment without either, as between two pages that scripts draw, does not end the wait', async () => {
  const flicker = `<script>
    const box = document.querySelector('#queue');
    setInterval(() => { box.hidden = true; setTimeout(() => { box.hidden = false }, 400) }, 900);
    setTimeout(() => { location = '/event' }, 3_500);
  </script>`;
  const { result } = await run(
    ({ path }, response) => html(response, path === '/event' ? PAGE : queue(flicker)),
    WAITING,
    // Whoever begins to fill the queue's page has given up before the form is there.
    { actionMs: 500 },
  );
  assert.equal(result.kind, 'submitted');
});

test('what comes after the queue is judged as usual: sold out is refused, without a send', async () => {
  const { result, posts } = await run((_, response, nth) =>
    html(response, nth < 2 ? queue(REFRESH) : '<p class="error">Sold out</p>'),
  );
  assert.equal(result.kind, 'refused');
  assert.equal(posts, 0);
});

test('still waiting when the time is up: later, with what it says', async () => {
  const { result, posts, ms } = await run((_, response) => html(response, queue()), {
    ...WAITING,
    timeouts: { waitingMs: 1_000 },
  });
  assert.deepEqual(result, { kind: 'notOpenYet', reason: 'You are number 3' });
  assert.equal(posts, 0);
  assert.ok(ms < 5_000, `${ms} ms`);
});

test('it leaves enough of the invocation for what comes after', async () => {
  const { result, ms } = await run(
    (_, response) => html(response, queue()),
    { ...WAITING, timeouts: { waitingMs: 60_000 } },
    { armBudgetMs: 5_000, actionMs: 2_000 },
  );
  assert.equal(result.kind, 'notOpenYet');
  assert.ok(ms < 4_000, `${ms} ms`);
});

test('maintenance with status 503, with a text or without: later', async () => {
  for (const body of [queue(), '']) {
    const { result, posts } = await run(
      (_, response) => response.writeHead(503, { 'content-type': 'text/html' }).end(body),
      {
        ...WAITING,
        timeouts: { waitingMs: 500 },
        waiting: ({ status, text }) => (status === 503 ? `maintenance ${text}` : undefined),
      },
    );
    assert.equal(result.kind, 'notOpenYet');
    assert.equal(posts, 0);
  }
});

test('a queue that comes back in the middle of filling: later, not a failed attempt', async () => {
  const back =
    '<script>setTimeout(() => { document.body.innerHTML = `<p id="queue">Again</p>` }, 300)</script>';
  const { result } = await run((_, response) => html(response, `<form></form>${back}`), WAITING, {
    actionMs: 800,
  });
  assert.deepEqual(result, { kind: 'notOpenYet', reason: 'Again' });
});

test('an abort ends the wait at once', async () => {
  const signal = AbortSignal.timeout(1_000);
  const started = performance.now();
  await assert.rejects(run((_, response) => html(response, queue()), WAITING, { signal }));
  assert.ok(performance.now() - started < 4_000);
});

test('without a browser: later, at once', async () => {
  const target = await startTarget((_, response) => html(response, queue(), 503));
  const form = httpForm(target, { waiting: (answer) => answer.$('#queue') });
  assert.deepEqual(await drive(form, target), { kind: 'notOpenYet', reason: 'You are number 3' });
  assert.equal(target.seen.length, 1);
});
