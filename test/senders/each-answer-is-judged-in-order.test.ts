import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { Answer } from '../../lib/form/answer.ts';
import { httpForm } from '../support/http-run.ts';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';

const PROOFS = {
  receipt: ({ $, text }: Answer) => $('#receipt') ?? /"receipt":(\d+)/.exec(text)?.[1],
  already: ({ $ }: Answer) => $('.already'),
  expired: ({ $ }: Answer) => $('.expired'),
  notOpenYet: ({ $ }: Answer) => $('.soon'),
  refused: ({ $, text }: Answer) => $('.error') ?? /"error":"(.*?)"/.exec(text)?.[1],
};

interface Case {
  /** The page of the form. */
  readonly page?: string;
  readonly answer: (response: ServerResponse) => unknown;
  /** What a redirect leads to. */
  readonly next?: (response: ServerResponse) => unknown;
  readonly ends: string;
}

const EXPIRED = '<p class="expired">Your session has expired</p>';
const ERROR = '<p class="error">Choose a seat</p>';

const shows =
  (body: string, status = 200) =>
  (response: ServerResponse) =>
    html(response, body, status);
const leads =
  (status = 303) =>
  (response: ServerResponse) =>
    response.writeHead(status, { location: '/next' }).end();
const tells =
  (body: unknown, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const CASES: Record<string, Case> = {
  'a receipt beside everything else': {
    answer: shows(`${ERROR}${EXPIRED}<p class="soon">x</p><p class="already">x</p>${RECEIPT}`),
    ends: 'submitted',
  },
  'a receipt beside everything else, behind a redirect': {
    answer: leads(),
    next: shows(`${ERROR}${EXPIRED}${RECEIPT}`),
    ends: 'submitted',
  },
  'a receipt and an error in one JSON': { answer: tells({ error: 'x', receipt: 7 }), ends: 'submitted' },
  'a receipt with an error’s status': { answer: shows(RECEIPT, 422), ends: 'submitted' },
  'already there, beside an error': { answer: shows(`${ERROR}<p class="already">x</p>`), ends: 'already' },
  'expired, beside an error': { answer: shows(`${ERROR}${EXPIRED}`), ends: 'expired' },
  'an error with status 200': { answer: shows(ERROR), ends: 'refused' },
  'an error as a notice after a 302': { answer: leads(302), next: shows(`${ERROR}${PAGE}`), ends: 'refused' },
  'an error in JSON with status 200': { answer: tells({ error: 'Choose a seat' }), ends: 'refused' },
  'an error in JSON with status 422': { answer: tells({ error: 'Choose a seat' }, 422), ends: 'refused' },
  'a CSRF token that expired, with 403': { answer: shows(EXPIRED, 403), ends: 'expired' },
  'a CSRF token that expired, with 419': { answer: shows(EXPIRED, 419), ends: 'expired' },
  'a CSRF token that expired, with 200': { answer: shows(`${EXPIRED}${PAGE}`), ends: 'expired' },
  'a redirect to the login page': { answer: leads(302), next: shows(EXPIRED), ends: 'expired' },
  'a banner about the session beside the receipt': { answer: shows(EXPIRED + RECEIPT), ends: 'submitted' },
  'a banner about the session that was there before': {
    page: `${EXPIRED}${PAGE}`,
    answer: shows(`${EXPIRED}<p>Hm</p>`),
    ends: 'noProof',
  },
  'a banner that was there before, beside an error that was not': {
    page: `${EXPIRED}${PAGE}`,
    answer: shows(EXPIRED + ERROR),
    ends: 'refused',
  },
  'status 200 alone': { answer: shows('<p>Hm</p>'), ends: 'noProof' },
  'status 201 alone': { answer: tells({ id: 7 }, 201), ends: 'noProof' },
  'status 204 alone': { answer: (response) => response.writeHead(204).end(), ends: 'noProof' },
  'status 403 alone': { answer: shows('<p>Forbidden</p>', 403), ends: 'noProof' },
  'status 404 behind a redirect': { answer: leads(), next: shows('<p>Gone</p>', 404), ends: 'noProof' },
  'status 409 alone': { answer: shows('<p>Conflict</p>', 409), ends: 'noProof' },
  'status 500 with an error': { answer: shows(ERROR, 500), ends: 'noProof' },
  'status 503 and too early': { answer: shows('<p class="soon">Later</p>', 503), ends: 'noProof' },
};

test('receipt, already, expired, not open yet, refused: in that order, and nothing by its status', async (t) => {
  for (const [what, { page = PAGE, answer, next = shows(''), ends }] of Object.entries(CASES)) {
    for (const form of [testForm, httpForm]) {
      await t.test(`${what} (${form === httpForm ? 'http' : 'browser'})`, async () => {
        const target = await startTarget((seen, response) => {
          if (seen.method === 'POST') return answer(response);
          return seen.path === '/next' ? next(response) : html(response, page);
        });
        const result = await drive(form(target, PROOFS), target, { proofMs: 1_000 });
        assert.equal(result.kind, ends, JSON.stringify(result));
        assert.equal(target.count('POST'), 1);
      });
    }
  }
});

test('what comes later does not overturn a receipt', async () => {
  const later = `${RECEIPT}<script>setTimeout(() => { document.body.innerHTML = '${ERROR.replaceAll("'", '')}' }, 700)</script>`;
  const target = await startTarget((seen, response) => {
    html(response, seen.method === 'POST' ? later : PAGE);
  });
  assert.equal((await drive(testForm(target, PROOFS), target)).kind, 'submitted');
});
