import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { type HttpForm, httpForm } from '../support/http-run.ts';
import { drive } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';

const refresh = (content: string, more = '') =>
  `<meta http-equiv="Refresh" content="${content}"><p>You will be redirected${more}`;

type Answers = Record<string, string | ((response: ServerResponse) => unknown)>;

/** What becomes of a submission whose target answers so, and what it is asked for. */
async function submit(answers: Answers, { proofMs, ...form }: HttpForm & { proofMs?: number } = {}) {
  const target = await startTarget((seen, response) => {
    const answer = answers[seen.method === 'POST' ? 'POST' : seen.path + (seen.query && `?${seen.query}`)];
    if (typeof answer === 'function') return answer(response);
    return answer === undefined && seen.path !== '/'
      ? response.writeHead(404).end()
      : html(response, answer ?? PAGE);
  });
  const result = await drive(httpForm(target, form), target, { proofMs: proofMs ?? 8_000 });
  const asked = target.seen.slice(1).map(({ method, path, query }) => `${method} ${path}${query}`);
  return { ...result, asked, text: 'outcome' in result ? result.outcome.text : '' };
}

test('however the page writes where it leads', async () => {
  for (const content of [
    '0;url=/thanks',
    '1; URL=thanks',
    "0, url = 'thanks' and the rest",
    '0.9;/thanks',
    '0 thanks',
    '.5;url=&quot;thanks&quot;x',
  ]) {
    const { kind, asked } = await submit({ POST: refresh(content), '/thanks': RECEIPT });
    assert.deepEqual([kind, asked], ['submitted', ['POST /submit', 'GET /thanks']], content);
  }
  const header = await submit({
    POST: (response) => response.writeHead(200, { refresh: '0;url=/thanks' }).end('wait'),
    '/thanks': RECEIPT,
  });
  assert.equal(header.kind, 'submitted');
  const base = `<base href="/deep/">${refresh('0;url=thanks')}`;
  assert.equal((await submit({ POST: base, '/deep/thanks': RECEIPT })).kind, 'submitted');
});

test('several times, after a redirect, and to itself: always by GET', async () => {
  const answers: Answers = {
    POST: (response) => response.writeHead(303, { location: '/wait' }).end(),
    '/wait': refresh('0;url=/1'),
    '/1': refresh('0;url=/2'),
    '/2': (response) => response.writeHead(302, { location: '/thanks' }).end(),
    '/thanks': RECEIPT,
  };
  const { kind, asked } = await submit(answers);
  assert.equal(kind, 'submitted');
  assert.deepEqual(asked, ['POST /submit', 'GET /wait', 'GET /1', 'GET /2', 'GET /thanks']);
  assert.deepEqual((await submit({ POST: refresh('0'), '/submit': RECEIPT })).asked, [
    'POST /submit',
    'GET /submit',
  ]);
  const circle = await submit({ POST: refresh('0;url=/1'), '/1': refresh('0;url=/1') });
  assert.equal(circle.kind, 'noProof');
  assert.equal(circle.asked.length, 6);
});

test('a page that proves something by itself is not left', async () => {
  const proves = await submit({ POST: RECEIPT + refresh('0;url=/home'), '/home': '<p id="refused">No' });
  assert.deepEqual([proves.kind, proves.asked], ['submitted', ['POST /submit']]);
  const refuses = await submit({ POST: refresh('0;url=/home', '<i id="refused">Full'), '/home': RECEIPT });
  assert.deepEqual([refuses.kind, refuses.asked], ['refused', ['POST /submit']]);
});

test('a page that stays, or leads to what is no web address, is the last one', async () => {
  for (const content of ['6;url=/thanks', 'url=/thanks', '', '5x;url=/thanks', '0;url=javascript:send()']) {
    const { kind, asked, text } = await submit({ POST: refresh(content), '/thanks': RECEIPT });
    assert.deepEqual([kind, asked], ['noProof', ['POST /submit']], content);
    assert.match(text, /nothing on the page proves it/);
  }
  const unseen = `<noscript>${refresh('0;url=/thanks')}</noscript><template>${refresh('0;url=/thanks')}</template>`;
  assert.equal((await submit({ POST: unseen, '/thanks': RECEIPT })).kind, 'noProof');
});

test('where it leads may not be reached, not be whole, or not be there in time: no proof', async () => {
  const elsewhere = await submit({ POST: refresh('0;url=http://elsewhere.example/') });
  assert.equal(elsewhere.kind, 'noProof');
  assert.match(elsewhere.text, /elsewhere\.example/);
  const cut = await submit({
    POST: refresh('0;url=/thanks'),
    '/thanks': (response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5000' });
      response.write('<p id="refused">Full</p>', () => response.socket?.resetAndDestroy());
    },
  });
  assert.equal(cut.kind, 'noProof');
  const slow = await submit({ POST: refresh('5;url=/thanks'), '/thanks': RECEIPT }, { proofMs: 500 });
  assert.deepEqual([slow.kind, slow.asked], ['noProof', ['POST /submit']]);
});

test('a refresh that is written to take long is read in time', async () => {
  const beganMs = performance.now();
  for (const part of ['1', '1.', ' 1', '1; ']) {
    const { kind } = await submit({ POST: refresh(`${part.repeat(500_000 / part.length)}x;y`) });
    assert.equal(kind, 'noProof');
  }
  assert.ok(performance.now() - beganMs < 20_000);
});
