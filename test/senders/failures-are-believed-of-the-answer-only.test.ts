import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormDefinition } from '../../lib/form/define.ts';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, type Seen, startTarget } from '../support/target.ts';

const PROOFS: Partial<FormDefinition> = {
  expired: (answer) => answer.$('.expired'),
  refused: (answer) => answer.$('.error'),
};
const BY_SCRIPT = { ...PROOFS, submission: { method: 'POST', path: '/submit' } };

interface Pages {
  readonly form: string;
  /** What the POST is answered. */
  readonly answer?: string;
  readonly status?: number;
  readonly other?: (seen: Seen) => string;
}

async function ends({ form: page, answer = '{}', status = 200, other = () => '' }: Pages, form = PROOFS) {
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST' && seen.path === '/submit') return html(response, answer, status);
    if (seen.path === '/slow.css') return void setTimeout(() => response.end('.away { display: none }'), 500);
    return html(response, seen.path === '/' ? page : other(seen));
  });
  const result = await drive(testForm(target, form as Parameters<typeof testForm>[1]), target, {
    proofMs: 2_500,
  });
  return { kind: result.kind, posts: target.count('POST', '/submit') };
}

const HIDDEN_BY_CLASS = '<style>.away { display: none }</style>';
const HIDDEN_SLOWLY = '<link rel="stylesheet" href="/slow.css">';

test('what a style sheet hides on the answer page, also one that comes late, is not what it says', async () => {
  for (const style of [HIDDEN_BY_CLASS, HIDDEN_SLOWLY]) {
    const expired = `${style}<div class="away"><p class="expired">Your session has expired</p></div>${RECEIPT}`;
    assert.deepEqual(await ends({ form: PAGE, answer: expired }), { kind: 'submitted', posts: 1 });
    const thanks = `${style}<div class="away">${RECEIPT}</div><p class="error">Choose a seat</p>`;
    assert.deepEqual(await ends({ form: PAGE, answer: thanks }), { kind: 'refused', posts: 1 });
  }
});

test('nor what it hides on the form page before anything was sent', async () => {
  const form = `${HIDDEN_SLOWLY}<p class="away error">Sold out</p><p class="error" style="opacity: 0">No</p>${PAGE}`;
  assert.deepEqual(await ends({ form, answer: RECEIPT }), { kind: 'submitted', posts: 1 });
});

test('a page that the script goes to by itself cannot say that it failed', async () => {
  const form = `<input name="name"><button>Send</button><script>document.querySelector('button').onclick = () => {
    fetch('/submit', { method: 'POST' }); fetch('/track', { method: 'POST' }).catch(() => { location = '/login' }) }</script>`;
  const login = { form, other: () => '<p class="expired">Your session has expired</p>' };
  assert.deepEqual(await ends(login, BY_SCRIPT), { kind: 'noProof', posts: 1 });
});

test('a script of the answer page cannot say that the session expired', async () => {
  const answer = `<script>fetch('/track', { method: 'POST' }).catch(() => {
    document.body.innerHTML = '<p class="expired">Your session has expired</p>' })</script>`;
  assert.deepEqual(await ends({ form: PAGE, answer }), { kind: 'noProof', posts: 1 });
});

test('the answer itself can: by page load, or to a script', async () => {
  const expired = '<p class="expired">Your session has expired</p>';
  assert.deepEqual(await ends({ form: PAGE, answer: expired }), { kind: 'expired', posts: 1 });
  const byScript = `<input name="name"><button onclick="fetch('/submit', { method: 'POST' })">Send</button>`;
  assert.deepEqual(await ends({ form: byScript, answer: expired }, BY_SCRIPT), { kind: 'expired', posts: 1 });
});

test('a page that goes on to its thanks after an error does not know better', async () => {
  const form = `<input name="name"><button>Send</button><script>document.querySelector('button').onclick = () => {
    fetch('/submit', { method: 'POST' }).then(() => { location = '/thanks' }) }</script>`;
  assert.deepEqual(await ends({ form, status: 500, other: () => RECEIPT }, BY_SCRIPT), {
    kind: 'noProof',
    posts: 1,
  });
});

test('a placeholder that was there before the send is no receipt on the page that comes back', async () => {
  const form = `<p id="receipt">Your receipt will be here</p>${PAGE}`;
  assert.deepEqual(await ends({ form, answer: `${form}<p>Choose a seat</p>` }), {
    kind: 'noProof',
    posts: 1,
  });
});

test('a receipt in a new tab, behind a redirect, is found', async () => {
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') response.writeHead(303, { location: '/thanks' }).end();
    else html(response, seen.path === '/thanks' ? RECEIPT : PAGE.replace('<form', '<form target="_blank"'));
  });
  assert.equal((await drive(testForm(target), target)).kind, 'submitted');
});
