import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDemoTarget } from '../../local/demo-target.ts';
import { FIELDS, openForm, register, send } from './visitor.ts';

test('resets the connection after taking the POST', async (t) => {
  const target = await startDemoTarget({ behave: ({ method }) => (method === 'POST' ? 'reset' : 'normal') });
  t.after(() => target.stop());
  await assert.rejects(register(target), (error: Error) =>
    /ECONNRESET|other side closed/.test(String(error.cause)),
  );
  assert.equal(target.entries().length, 1);
});

test('hangs after taking the POST', async (t) => {
  const target = await startDemoTarget({ behave: ({ method }) => (method === 'POST' ? 'hang' : 'normal') });
  t.after(() => target.stop());
  const { cookie, csrf } = await openForm(target);
  const signal = AbortSignal.timeout(300);
  const body = new URLSearchParams({ ...FIELDS, csrf });
  const sent = fetch(`${target.url}/register`, { method: 'POST', headers: { cookie }, body, signal });
  await assert.rejects(sent, { name: 'TimeoutError' });
  assert.equal(target.entries().length, 1);
});

test('redirects a POST with 307, and takes it where it leads', async (t) => {
  const target = await startDemoTarget({
    behave: ({ method, path }) =>
      method === 'POST' && path === '/register' ? { redirect307: '/register/moved' } : 'normal',
  });
  t.after(() => target.stop());
  const { cookie, csrf } = await openForm(target);
  const moved = await send(target, cookie, { ...FIELDS, csrf });
  assert.deepEqual([moved.status, moved.location], [307, '/register/moved']);
  assert.equal(target.entries().length, 0);
  assert.equal((await send(target, cookie, { ...FIELDS, csrf }, '/register/moved')).status, 303);
  assert.deepEqual([target.posts('/register'), target.posts('/register/moved')], [1, 1]);
  assert.equal(target.entries().length, 1);
});

test('answers late, having recorded the entry', async (t) => {
  const target = await startDemoTarget({ answerDelayMs: 300, pageDelayMs: 100 });
  t.after(() => target.stop());
  const before = performance.now();
  const answer = register(target);
  while (target.entries().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const recordedMs = performance.now() - before;
  assert.equal((await answer).status, 303);
  const answeredMs = performance.now() - before;
  assert.ok(recordedMs >= 99, `recorded after ${recordedMs} ms`);
  assert.ok(answeredMs - recordedMs >= 250, `answered ${answeredMs - recordedMs} ms later`);
});
