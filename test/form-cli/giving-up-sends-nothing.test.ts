import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDemoTarget } from '../../local/demo-target.ts';
import { until } from '../support/until.ts';
import { startForm } from './support.ts';

const DATA = { userId: 'u-1', fullName: 'Ana', email: 'ana@example.org', eventId: 'bali-expo' };

test('Ctrl-C before the request has left: nothing leaves, and it says so', async () => {
  const demo = await startDemoTarget({ pageDelayMs: 4_000 });
  test.after(() => demo.stop());
  process.env.SEKALI_DEMO_TARGET = demo.url;
  const { child, ended } = startForm(
    ['try', 'event-registration', '--data', '-', '--submit'],
    JSON.stringify(DATA),
  );
  await until('the page is asked for', () => demo.requests().length > 0);
  child.kill('SIGINT');
  const { exitCode, err } = await ended;
  assert.equal(exitCode, 1);
  assert.match(err, /Given up\. Nothing was submitted/);
  assert.equal(demo.posts(), 0);
});

test('Ctrl-C after it: the answer is waited for', async () => {
  const demo = await startDemoTarget({ answerDelayMs: 4_000 });
  test.after(() => demo.stop());
  process.env.SEKALI_DEMO_TARGET = demo.url;
  const { child, ended } = startForm(
    ['try', 'event-registration', '--data', '-', '--submit'],
    JSON.stringify(DATA),
  );
  await until('it was sent', () => demo.posts() > 0);
  child.kill('SIGINT');
  const { exitCode, out, err } = await ended;
  assert.equal(exitCode, 0, err);
  assert.match(err, /has been sent already/);
  assert.match(out, /R-00001/);
  assert.equal(demo.posts(), 1);
});
