import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { FormDefinition } from '../../lib/form/define.ts';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget, type Target } from '../support/target.ts';

const BY_SCRIPT = { submission: { method: 'POST', path: '/submit' } };
const PROOFS: Partial<FormDefinition> = {
  already: (answer) => answer.$('.already'),
  expired: (answer) => answer.$('.expired'),
  refused: (answer) => answer.$('.error'),
};

/** A page that submits by script; `then` runs once the answer is there. */
const page = (then: string, more = '') =>
  `${more}<input name="name"><button>Send</button><script>document.querySelector('button').onclick = () => {
    fetch('/submit', { method: 'POST' }).then(() => { ${then} }) }</script>`;

const draw = (markup: string, afterMs = 0) =>
  `setTimeout(() => document.body.insertAdjacentHTML('beforeend', \`${markup}\`), ${afterMs})`;

const start = (body: string) =>
  startTarget((seen, response) =>
    seen.method === 'POST' && seen.path === '/submit'
      ? response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
      : html(response, body),
  );

async function ends(body: string, form: Partial<FormDefinition> = { ...BY_SCRIPT, ...PROOFS }) {
  const target: Target = await start(body);
  const result = await drive(testForm(target, form as Parameters<typeof testForm>[1]), target, {
    proofMs: 1_500,
  });
  return { result, posts: target.count('POST', '/submit') };
}

test('a hidden box for an error is no error, before and after the submit', async () => {
  for (const hidden of ['hidden', 'style="display:none"', 'class="away"']) {
    const boxes = `<style>.away { visibility: hidden }</style><div ${hidden}><p class="error expired already">No</p></div>`;
    const { result, posts } = await ends(page(draw(RECEIPT, 300), boxes));
    assert.equal(result.kind, 'submitted', hidden);
    assert.equal(posts, 1);
  }
});

test('an empty box for a receipt or a refusal proves nothing', async () => {
  const { result } = await ends(page('', '<p id="receipt"></p><p class="error"> </p>'));
  assert.equal(result.kind, 'noProof');
});

test('what a script draws may prove success, not failure: it may not know', async () => {
  for (const markup of ['<p class="expired">Session expired</p>', '<p class="error">It failed</p>']) {
    assert.equal((await ends(page(draw(markup)))).result.kind, 'noProof', markup);
  }
  assert.equal((await ends(page(draw('<p class="already">We have you</p>')))).result.kind, 'already');
});

test('a failure that the page shows because we dropped another request of it changes nothing', async () => {
  const body = page(
    `fetch('/track', { method: 'POST' }).catch(() => { ${draw('<p class="error">It failed</p>')} }); ${draw(RECEIPT, 400)}`,
  );
  const { result, posts } = await ends(body);
  assert.equal(result.kind, 'submitted');
  assert.equal(posts, 1);
});

test('what the page showed before the send proves nothing after it', async () => {
  const { result } = await ends(page('', '<p id="receipt">Your receipt will be here</p>'), BY_SCRIPT);
  assert.equal(result.kind, 'noProof');
});

test('a proof that throws on the empty answer of a redirect does not hide the receipt behind it', async () => {
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') response.writeHead(303, { location: '/thanks' }).end();
    else html(response, seen.path === '/thanks' ? RECEIPT : PAGE);
  });
  const form = testForm(target, {
    receipt: (answer) => {
      const found = answer.$('#receipt');
      if (found === undefined) throw new TypeError('no receipt');
      return found;
    },
  });
  assert.equal((await drive(form, target)).kind, 'submitted');
});

test('a tab that crashes while the answer is on its way does not cost the receipt', async () => {
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') setTimeout(() => html(response, RECEIPT), 800);
    else if (seen.path === '/advert') html(response, 'buy');
    else html(response, `${PAGE}<script>onsubmit = () => { open('/advert', '', 'noopener') }</script>`);
  });
  // noopener: a tab with an opener shares its process, and takes it along.
  const advert = Promise.withResolvers<Page>();
  const form = testForm(target, {
    submit: (page) => {
      page.context().once('page', advert.resolve);
      return page.locator('button');
    },
  });
  const arm = async () => {
    const tab = await advert.promise;
    await tab.goto('chrome://crash').catch(() => {});
  };
  assert.equal((await drive(form, target, { arm })).kind, 'submitted');
  assert.equal(target.count('POST'), 1);
});
