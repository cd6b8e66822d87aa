import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type HttpForm, httpForm } from '../support/http-run.ts';
import { drive } from '../support/run.ts';
import { html, PAGE, RECEIPT, type Seen, startTarget } from '../support/target.ts';

const PROOFS: HttpForm = {
  already: (answer) => answer.$('.already'),
  expired: (answer) => answer.$('.expired'),
  notOpenYet: (answer) => answer.$('.soon'),
};

interface Case {
  readonly page?: string;
  readonly answer: (response: ServerResponse, seen: Seen) => unknown;
  readonly ends: string;
  /** The paths of the POSTs, `/submit` alone unless told. */
  readonly posts?: readonly string[];
  readonly proofMs?: number;
}

const redirect = (response: ServerResponse, location: string, status = 303) =>
  response.writeHead(status, { location }).end();

/** What a head promises and does not keep. */
const LONGER = { 'content-type': 'text/html', 'content-length': '5000' };
const cut = (response: ServerResponse, part: string) =>
  response.writeHead(200, LONGER).write(part, () => response.socket?.resetAndDestroy());

/** At each path the given answer. */
const at =
  (answers: Record<string, (response: ServerResponse) => unknown>): Case['answer'] =>
  (response, { path }) =>
    (answers[path] ?? (() => response.writeHead(404).end()))(response);

const CASES: Record<string, Case> = {
  'the receipt itself': { answer: (response) => html(response, RECEIPT), ends: 'submitted' },
  'the receipt compressed': {
    answer: (response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
        .end(gzipSync(RECEIPT)),
    ends: 'submitted',
  },
  'already there': { answer: (response) => html(response, '<p class="already">You are in'), ends: 'already' },
  'a refusal': { answer: (response) => html(response, '<p id="refused">Sold out'), ends: 'refused' },
  'too early': { answer: (response) => html(response, '<p class="soon">At nine'), ends: 'notOpenYet' },
  'an expired session': {
    answer: (response) => html(response, '<p class="expired">Log in', 403),
    ends: 'expired',
  },
  'a receipt beside an error, which overturns nothing': {
    answer: (response) => html(response, `<p class="expired">x</p><p id="refused">x</p>${RECEIPT}`),
    ends: 'submitted',
  },
  'a receipt with status 500': { answer: (response) => html(response, RECEIPT, 500), ends: 'submitted' },
  'a refusal with status 500': {
    answer: (response) => html(response, '<p id="refused">Oh no', 500),
    ends: 'noProof',
  },
  'an expired session with status 503': {
    answer: (response) => html(response, '<p class="expired">Oh no', 503),
    ends: 'noProof',
  },
  'nothing that the form knows': { answer: (response) => html(response, '<p>Hm'), ends: 'noProof' },
  'what stood on the page before as well': {
    page: `${PAGE}<p class="expired">x</p>`,
    answer: (response) => html(response, '<p class="expired">x</p>'),
    ends: 'noProof',
  },
  'a reset after the POST': { answer: (_, { socket }) => socket.resetAndDestroy(), ends: 'noProof' },
  'no answer': { answer: () => {}, ends: 'noProof', proofMs: 500 },
  'an answer that does not end in time': {
    answer: (response) => response.writeHead(200, { 'content-type': 'text/html' }).write(RECEIPT),
    ends: 'noProof',
    proofMs: 500,
  },
  'no HTTP': { answer: (_, { socket }) => socket.end('thank you\n'), ends: 'noProof' },
  'half a page': { answer: (response) => cut(response, '<p id="refused">Sold out</p>'), ends: 'noProof' },
  'more than is read': {
    answer: (response) => html(response, `<p id="refused">Sold out</p>${'x'.repeat(6_000_000)}`),
    ends: 'noProof',
  },
  'more than is read, packed small': {
    answer: (response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
        .end(gzipSync(`<p id="refused">Sold out</p>${' '.repeat(50_000_000)}`)),
    ends: 'noProof',
  },
  'an encoding that was not offered': {
    answer: (response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'x' }).end(RECEIPT),
    ends: 'noProof',
  },
  '301, 302 or 303 to the receipt': {
    answer: at({
      '/submit': (response) => redirect(response, '/a', 301),
      '/a': (response) => redirect(response, 'b?x=1', 302),
      '/b': (response) => redirect(response, '/c', 307),
      '/c': (response) => html(response, RECEIPT),
    }),
    ends: 'submitted',
  },
  'a 303 to a page that resets': {
    answer: at({
      '/submit': (response) => redirect(response, '/thanks'),
      '/thanks': (response) => response.socket?.resetAndDestroy(),
    }),
    ends: 'noProof',
  },
  'a 303 to a page that is cut after a refusal': {
    answer: at({
      '/submit': (response) => redirect(response, '/thanks'),
      '/thanks': (response) => cut(response, '<p id="refused">Sold out</p>'),
    }),
    ends: 'noProof',
  },
  'a 303 in circles': { answer: (response) => redirect(response, '/round', 302), ends: 'noProof' },
  'a 303 to an address that is not public': {
    answer: (response) => redirect(response, 'http://169.254.169.254/'),
    ends: 'noProof',
  },
  'a 303 to what is no web address': {
    answer: (response) => redirect(response, 'file:///etc/passwd'),
    ends: 'noProof',
  },
  '307, then 308, then the receipt': {
    answer: at({
      '/submit': (response) => redirect(response, '/hop', 307),
      '/hop': (response) => redirect(response, '/final', 308),
      '/final': (response) => html(response, RECEIPT),
    }),
    ends: 'submitted',
    posts: ['/submit', '/hop', '/final'],
  },
  '307 to a path that resets': {
    answer: at({
      '/submit': (response) => redirect(response, '/hop', 307),
      '/hop': (response) => response.socket?.resetAndDestroy(),
    }),
    ends: 'noProof',
    posts: ['/submit', '/hop'],
  },
  '307 without end': {
    answer: (response, { path }) => redirect(response, `${path}x`, 307),
    ends: 'noProof',
    posts: ['', 'x', 'xx', 'xxx', 'xxxx', 'xxxxx'].map((tail) => `/submit${tail}`),
  },
  '307 to a host that is not allowed': {
    answer: (response) => redirect(response, 'http://elsewhere.example/', 307),
    ends: 'noProof',
  },
};

test('each answer is judged, and the POST leaves once at each address', async (t) => {
  for (const [what, { page = PAGE, answer, ends, posts = ['/submit'], proofMs = 5_000 }] of Object.entries(
    CASES,
  )) {
    await t.test(what, async () => {
      const target = await startTarget((seen, response) =>
        seen.path === '/' ? html(response, page) : answer(response, seen),
      );
      const result = await drive(httpForm(target, PROOFS), target, { proofMs });
      assert.equal(result.kind, ends, JSON.stringify(result));
      const sent = target.seen.filter(({ method }) => method === 'POST');
      assert.deepEqual(
        sent.map(({ path, body }) => [path, body]),
        posts.map((path) => [path, 'name=Ana']),
      );
    });
  }
});

test('the record gets where it was said, with its status, and no query', async () => {
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') return redirect(response, '/thanks?name=Ana');
    return html(response, seen.path === '/thanks' ? RECEIPT : PAGE);
  });
  const result = await drive(httpForm(target), target);
  assert.ok(result.kind === 'submitted');
  const { request: _, ...outcome } = result.outcome;
  assert.deepEqual(outcome, { text: 'receipt 1', url: `${target.url}/thanks`, status: 200 });
});
