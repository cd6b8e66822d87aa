import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';

const startForm = (page = PAGE) =>
  startTarget((seen, response) =>
    html(response, seen.method === 'POST' || seen.path === '/thanks' ? RECEIPT : page),
  );

test('while the ledger arms, the target sees nothing', async () => {
  const target = await startForm();
  let seenWhileArming = -1;
  const arm = async () => {
    await sleep(300);
    seenWhileArming = target.count('POST');
  };
  assert.equal((await drive(testForm(target), target, { arm })).kind, 'submitted');
  assert.equal(seenWhileArming, 0);
  assert.equal(target.count('POST'), 1);
});

test('the ledger refuses to arm: nothing leaves, not even when the context closes', async () => {
  const target = await startForm();
  const arm = async () => {
    throw new Error('the borrowed is lost');
  };
  await assert.rejects(
    drive(testForm(target), target, { arm, beforeClose: () => sleep(300) }),
    /the borrowed is lost/,
  );
  await sleep(300);
  assert.equal(target.count('POST'), 0);
});

test('a page that submits twice: armed once, one POST', async () => {
  const target = await startForm(
    `${PAGE}<script>document.forms[0].addEventListener('submit', (e) => { e.preventDefault(); ` +
      `const f = document.forms[0]; const send = () => fetch('/submit', { method: 'POST', body: 'x' }); send(); send(); ` +
      `setTimeout(send, 50); setTimeout(() => { location.href = '/thanks' }, 200) })</script>`,
  );
  let armed = 0;
  const form = testForm(target, { submission: { method: 'POST', path: '/submit' } });
  const result = await drive(form, target, { arm: async () => void armed++ });
  assert.equal(result.kind, 'submitted');
  assert.equal(armed, 1);
  assert.equal(target.count('POST'), 1);
});

test('a form that answers in a new tab: gated there too, and its receipt is found', async () => {
  const target = await startForm(PAGE.replace('<form', '<form target="_blank"'));
  const result = await drive(testForm(target), target);
  assert.equal(result.kind, 'submitted');
  assert.equal(target.count('POST'), 1);
});

test('a receipt that a script draws later is found', async () => {
  const draws =
    `<input name="name"><button onclick="fetch('/submit', { method: 'POST' }).then(() => setTimeout(() => ` +
    `{ document.body.innerHTML = '<p id=receipt>drawn</p>' }, 400))">Send</button>`;
  const target = await startTarget((seen, response) =>
    seen.method === 'POST' ? response.writeHead(204).end() : html(response, draws),
  );
  const form = testForm(target, { submission: { method: 'POST', path: '/submit' } });
  const result = await drive(form, target);
  assert.ok(result.kind === 'submitted' && result.outcome.text === 'drawn');
});

test('a page that asks "really?" is told yes', async () => {
  const target = await startForm(PAGE.replace('<form', `<form onsubmit="return confirm('Really?')"`));
  assert.equal((await drive(testForm(target), target)).kind, 'submitted');
  assert.equal(target.count('POST'), 1);
});
