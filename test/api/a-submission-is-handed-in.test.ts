import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMessage } from '../../lib/queue/message.ts';
import { DATA, dataOf, KEY, keyFor, startApi } from '../support/api.ts';

const post = (data: unknown, more: object = {}) => ({ body: { form: 'test-form', data, ...more } });

test('202: the message is in the queue, dated, and Location says where to look', async () => {
  const world = await startApi();
  const before = Date.now();
  const { status, body, headers } = await world.ask('POST', '/submissions', {
    ...post(DATA, { expiresAt: '2099-01-01T00:00:00Z' }),
    token: world.tokens.send,
  });
  assert.equal(status, 202);
  assert.equal(headers.location, `/submissions/${KEY}`);
  assert.equal(body.submission, `/submissions/${KEY}`);
  assert.equal(body.key, KEY);
  const [message, ...others] = await world.queued();
  assert.equal(others.length, 0);
  assert.equal(message?.MessageId, body.messageId);
  const { form, data, createdAtMs = 0, expiresAtMs } = parseMessage(message?.Body ?? '');
  assert.deepEqual({ form, data }, { form: 'test-form', data: DATA });
  assert.ok(createdAtMs >= before && createdAtMs <= Date.now());
  assert.equal(expiresAtMs, Date.parse('2099-01-01T00:00:00Z'));
  assert.deepEqual(await world.record(KEY), {}, 'nothing is written into the ledger');
});

test('202 again while it is under way, and where nobody knows what became of it: each delivery ends by itself', async () => {
  const world = await startApi();
  await world.armed('under-way');
  await world.settled('who-knows', 'unknown');
  for (const [id, phase] of [
    ['under-way', 'armed'],
    ['who-knows', 'unknown'],
  ] as const) {
    const { status, body } = await world.ask('POST', '/submissions', post(dataOf(id)));
    assert.equal(status, 202, id);
    assert.equal(body.phase, phase);
  }
  assert.equal(await world.left(), 2);
});

test('200: this very data was settled, with what is stored; nothing is queued', async () => {
  const world = await startApi();
  for (const phase of ['submitted', 'refused'] as const) {
    await world.settled(phase, phase, undefined, `/somewhere/${keyFor(phase)}-12345678.png`);
    const { status, body } = await world.ask('POST', '/submissions', post(dataOf(phase)));
    assert.equal(status, 200);
    assert.equal(body.phase, phase);
    assert.deepEqual(body.outcome, { text: `${phase} by the target` }, 'without where the picture lies');
  }
  assert.equal(await world.left(), 0);
});

test('other data after a refusal is a new submission', async () => {
  const world = await startApi();
  await world.settled('a-1', 'refused');
  const { status } = await world.ask('POST', '/submissions', post({ ...DATA, email: 'new@example.org' }));
  assert.equal(status, 202);
});

test('409: other data for the same identity was submitted; nothing is queued', async () => {
  const world = await startApi();
  await world.settled('a-1', 'submitted');
  const other = post({ ...DATA, email: 'other@example.org' });
  const { status, body } = await world.ask('POST', '/submissions', other);
  assert.equal(status, 409);
  assert.equal(body.type, 'urn:sekali:conflict');
  assert.equal(body.phase, 'submitted');
  assert.doesNotMatch(JSON.stringify(body), /other@/);
  assert.equal(await world.left(), 0);
});

test('an emptied Redis takes nothing', async () => {
  const world = await startApi();
  await world.redis.flushall();
  const { status, body } = await world.ask('POST', '/submissions', post(DATA));
  assert.equal(status, 503);
  assert.equal(body.type, 'urn:sekali:wrongLedger');
  assert.equal(await world.left(), 0);
});

test('a Redis that is away: 503, try again', async () => {
  const world = await startApi();
  await world.server.stop();
  const { status, body, headers } = await world.ask('POST', '/submissions', post(DATA));
  assert.equal(status, 503);
  assert.equal(body.type, 'urn:sekali:unavailable');
  assert.equal(headers['retry-after'], '5');
});
