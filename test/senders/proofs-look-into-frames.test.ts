import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { drive, testForm } from '../support/run.ts';
import { html, RECEIPT, type Seen, startTarget } from '../support/target.ts';

type Definition = NonNullable<Parameters<typeof testForm>[1]>;

/** A form in a frame, as payment widgets have it. */
const FRAMED: Definition = {
  submission: { method: 'POST', path: '/pay' },
  fill: (page, { name }) => page.frameLocator('iframe').first().locator('input[name=name]').fill(name),
  submit: (page) => page.frameLocator('iframe').first().locator('button'),
  expired: (answer) => answer.$('.expired'),
  refused: (answer) => answer.$('.error'),
};
const BY_SCRIPT: Definition = {
  submission: { method: 'POST', path: '/pay' },
  expired: (answer) => answer.$('.expired'),
  refused: (answer) => answer.$('.error'),
};

const FRAME = '<iframe src="/widget"></iframe>';
const WIDGET = '<form method="post" action="/pay"><input name="name"><button>Pay</button></form>';
const SCRIPTED = `<input name="name"><button onclick="fetch('/pay', { method: 'POST' })">Send</button>`;

interface Case {
  readonly page?: string;
  readonly pay: (response: ServerResponse) => unknown;
  readonly others?: Record<string, string>;
  readonly form?: Definition;
}

const redirect = (response: ServerResponse, location: string) => response.writeHead(303, { location }).end();
const json = (response: ServerResponse, body: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

async function ends({ page = FRAME, pay, others = {}, form = FRAMED }: Case) {
  const answer = (seen: Seen, response: ServerResponse) => {
    if (seen.method === 'POST') return pay(response);
    if (seen.path === '/') return html(response, page);
    return html(response, seen.path === '/widget' ? WIDGET : (others[seen.path] ?? 'nothing'));
  };
  const target = await startTarget(answer);
  const result = await drive(testForm(target, form), target, { proofMs: 2_500 });
  assert.equal(target.count('POST'), 1);
  return result.kind;
}

test('the answer to a POST in a frame is judged there: a page, a redirect, JSON', async () => {
  assert.equal(await ends({ pay: (response) => html(response, RECEIPT) }), 'submitted');
  const others = { '/paid': RECEIPT, '/failed': '<p class="error">Declined</p>' };
  assert.equal(await ends({ pay: (response) => redirect(response, '/paid'), others }), 'submitted');
  assert.equal(await ends({ pay: (response) => redirect(response, '/failed'), others }), 'refused');
  const form = { ...FRAMED, receipt: ({ text }: { text: string }) => /"paid":(\d+)/.exec(text)?.[1] };
  assert.equal(await ends({ pay: (response) => json(response, { paid: 7 }), form }), 'submitted');
});

test('a refusal or an expired session in it counts, for it is the answer itself', async () => {
  for (const [markup, end] of [
    ['<p class="error">Declined</p>', 'refused'],
    ['<p class="expired">Too late</p>', 'expired'],
  ] as const) {
    assert.equal(await ends({ pay: (response) => html(response, markup) }), end);
  }
});

test('the page around the frame, which stays, may show the receipt', async () => {
  const page = `${FRAME}<script>onmessage = () => document.body.insertAdjacentHTML('beforeend', '${RECEIPT}')</script>`;
  const pay = (response: ServerResponse) => html(response, '<script>parent.postMessage(1, "*")</script>');
  assert.equal(await ends({ page, pay }), 'submitted');
});

test('what a frame, or the page, said before the send proves nothing after it', async () => {
  const others = { '/ad': RECEIPT };
  const pay = (response: ServerResponse) => html(response, '<p>Hm</p>');
  const stays = { page: `${FRAME}<iframe src="/ad"></iframe>`, pay, others };
  assert.equal(await ends(stays), 'noProof');
  const comesBack = { page: `${FRAME}<iframe src="/ad"></iframe>`, others };
  const anew = (response: ServerResponse) => html(response, `<iframe src="/ad"></iframe>${RECEIPT}`);
  assert.equal(await ends({ ...comesBack, pay: anew }), 'noProof');
});

test('a receipt in a frame of the page that the answer led to counts, also beside a failure of that page', async () => {
  const page = WIDGET;
  const others = { '/receipt': RECEIPT };
  const shown = '<p class="error">No cookies</p><iframe src="/receipt"></iframe>';
  assert.equal(
    await ends({ page, form: BY_SCRIPT, others, pay: (response) => html(response, shown) }),
    'submitted',
  );
});

test('a refusal in a frame that is not the answer proves nothing', async () => {
  const others = { '/ad': '<p class="error">Sold out</p>' };
  const pay = (response: ServerResponse) => html(response, '<iframe src="/ad"></iframe>');
  assert.equal(await ends({ page: WIDGET, form: BY_SCRIPT, others, pay }), 'noProof');
});

test('a script that draws its receipt into a frame of its own', async () => {
  const draw = `document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: '${RECEIPT}' }))`;
  const page = SCRIPTED.replace(
    "'POST' })",
    `'POST' }).then(() => ${draw.replaceAll('"', '&quot;').replaceAll("'", '&#39;')})`,
  );
  assert.equal(await ends({ page, form: BY_SCRIPT, pay: (response) => json(response, {}) }), 'submitted');
});

test('a form that is sent into a frame which nobody sees: its answer counts, another hidden frame does not', async () => {
  const page = `<iframe name="sink" style="display: none"></iframe>${WIDGET.replace('<form', '<form target="sink"')}`;
  const form = BY_SCRIPT;
  assert.equal(await ends({ page, form, pay: (response) => html(response, RECEIPT) }), 'submitted');
  assert.equal(
    await ends({ page, form, pay: (response) => html(response, '<p class="error">No</p>') }),
    'refused',
  );
  for (const hidden of ['style="display: none"', 'style="visibility: hidden"', 'width="1" height="1"']) {
    const pay = (response: ServerResponse) => html(response, `<iframe ${hidden} src="/ad"></iframe>`);
    const others = { '/ad': RECEIPT };
    assert.equal(await ends({ page: WIDGET, form: BY_SCRIPT, others, pay }), 'noProof', hidden);
  }
});

test('a frame that our own proxy answered, or that could not be loaded, says nothing', async () => {
  for (const src of ['http://elsewhere.example/ad', 'https://elsewhere.example/ad', 'http://127.0.0.1:1/']) {
    const pay = (response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<iframe src="${src}"></iframe>`);
    assert.equal(await ends({ page: WIDGET, form: { ...BY_SCRIPT, receipt: said }, pay }), 'noProof', src);
  }
});

/** Whatever a document says. The pages here say nothing. */
const said = ({ text }: { text: string }) => text.trim() || undefined;
