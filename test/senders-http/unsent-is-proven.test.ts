import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpForm } from '../support/http-run.ts';
import { browserRun, drive } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';

const start = (page = PAGE) =>
  startTarget((seen, response) => html(response, seen.method === 'POST' ? RECEIPT : page));

test('the target goes down between page and submit: unsent, by what the proxy saw', async () => {
  const target = await start();
  const result = await drive(httpForm(target), target, { arm: async () => target.goDown() });
  assert.match(result.kind === 'unsent' ? result.reason : result.kind, /reached: connect/);
});

test('the submit goes to an address that is not public, or a name that does not exist: unsent', async () => {
  for (const [host, reached] of [
    ['10.0.0.1', 'refused'],
    ['nowhere.invalid', 'dns'],
  ] as const) {
    const target = await start(PAGE.replace('/submit', `http://${host}/submit`));
    const result = await drive(httpForm(target, { allow: ['127.0.0.1', host] }), target);
    assert.match(result.kind === 'unsent' ? result.reason : result.kind, new RegExp(`reached: ${reached}`));
  }
});

test('a target that pretends to be our proxy does not make a sent request unsent', async () => {
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') response.writeHead(502, { 'x-sekali-egress': 'connect' }).end();
    else html(response, PAGE);
  });
  assert.equal((await drive(httpForm(target), target)).kind, 'noProof');
});

test('while the ledger arms, the target sees nothing', async () => {
  const target = await start();
  let seenWhileArming = -1;
  const arm = async () => {
    await sleep(200);
    seenWhileArming = target.count('POST');
  };
  assert.equal((await drive(httpForm(target), target, { arm })).kind, 'submitted');
  assert.deepEqual([seenWhileArming, target.count('POST')], [0, 1]);
});

test('the ledger refuses to arm: nothing leaves', async () => {
  const target = await start();
  const arm = async () => {
    throw new Error('the lease is lost');
  };
  await assert.rejects(
    drive(httpForm(target), target, { arm, beforeClose: () => sleep(200) }),
    /lease is lost/,
  );
  assert.equal(target.count('POST'), 0);
});

test('the run is aborted while the page loads: it stops with the reason, and nothing is armed', async () => {
  const aborted = new AbortController();
  const target = await startTarget(() => aborted.abort(new Error('told to stop')));
  const arm = async () => assert.fail('armed');
  await assert.rejects(drive(httpForm(target), target, { arm, signal: aborted.signal }), /told to stop/);
  assert.equal(target.count('POST'), 0);
});

test('the run is aborted while it is being armed, and the arming resolves all the same: nothing leaves', async () => {
  const aborted = new AbortController();
  const target = await start();
  const arm = async () => aborted.abort(new Error('told to stop'));
  const result = await drive(httpForm(target), target, { arm, signal: aborted.signal });
  assert.equal(result.kind, 'unsent');
  assert.equal(target.count('POST'), 0);
});

test('the run is closed while it waits for the answer: its connection ends, and it does not send again', async () => {
  const posted = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const target = await startTarget((seen, response) => {
    if (seen.method !== 'POST') return html(response, PAGE);
    seen.socket.once('close', closed.resolve);
    posted.resolve();
  });
  const run = browserRun(httpForm(target), target);
  const ending = run.run({
    claim: { key: 'test-form.1', token: '1' },
    signal: new AbortController().signal,
    arm: async () => {},
    armBudgetMs: () => 60_000,
    proofBudgetMs: () => 20_000,
  });
  await posted.promise;
  await run.close();
  assert.equal((await ending).kind, 'noProof');
  await closed.promise;
  assert.equal(target.count('POST'), 1);
});
