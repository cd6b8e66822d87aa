import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accept } from '../../lib/form/accept.ts';
import { registryOf } from '../../lib/form/registry.ts';
import { ParkError } from '../../lib/submission/errors.ts';
import { DATA, FORM, startApi } from '../support/api.ts';

test('422 with the same errors by field as the worker would park it with, and no secret', async () => {
  const world = await startApi();
  const wrong = [
    { ...DATA, email: 'nobody' },
    { ...DATA, seats: 0, surplus: true },
    { email: DATA.email },
    { ...DATA, id: '   ' },
    { ...DATA, seats: 2 ** 60 },
  ];
  for (const data of wrong) {
    let parked: ParkError | undefined;
    try {
      accept(registryOf([FORM]), 'test-form', data, { allows: () => true });
    } catch (thrown) {
      assert.ok(thrown instanceof ParkError);
      parked = thrown;
    }
    assert.ok(parked, 'the worker does not take it either');
    const { status, body } = await world.ask('POST', '/submissions', { body: { form: 'test-form', data } });
    assert.equal(status, 422, JSON.stringify(data));
    assert.deepEqual(body.errors, parked.errors);
  }
  assert.equal(await world.left(), 0);
});

test('422: unknown form, misspelt member, times that cannot be', async () => {
  const world = await startApi();
  const cases = [
    [{ form: 'nobody', data: DATA }, 'form'],
    [{ form: 'test-form', data: DATA, expiresat: '2099-01-01T00:00:00Z' }, ''],
    [{ form: 'test-form', data: DATA, expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ form: 'test-form', data: DATA, notBefore: '2099-01-01T00:00:00Z' }, 'notBefore'],
    [{ form: 'test-form', data: DATA, notBefore: 'tomorrow' }, 'notBefore'],
    [{ form: 'test-form', data: [DATA] }, 'data'],
    [{ data: DATA }, 'form'],
    [null, ''],
  ] as const;
  for (const [body, field] of cases) {
    const { status, body: said } = await world.ask('POST', '/submissions', { body });
    assert.equal(status, 422, JSON.stringify(body));
    assert.equal(said.errors[0].field, field, JSON.stringify(said));
  }
});

test('what a schema says of a secret does not quote it', async () => {
  const world = await startApi();
  const { body } = await world.ask('POST', '/submissions', {
    body: { form: 'test-form', data: { ...DATA, 'pin-991177': 1, pin: 'pin-991177' } },
  });
  assert.equal(body.status, 422);
  assert.doesNotMatch(JSON.stringify(body), /991177/);
});

test('400, 404, 405, 413, 415 in plain words, as problem+json', async () => {
  const world = await startApi();
  const full = { form: 'test-form', data: { ...DATA, note: 'x'.repeat(245_000) } };
  const most = { ...full, data: { ...full.data, note: 'x'.repeat(245_760 - 100 - 230) } };
  const cases = [
    ['POST', '/submissions', { text: '{' }, 400],
    ['POST', '/submissions', { text: '' }, 400],
    ['POST', '/submissions', { body: full, headers: { 'content-type': 'text/plain' } }, 415],
    [
      'POST',
      '/submissions',
      { text: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
    ],
    ['POST', '/submissions', { body: { ...full, data: { note: 'x'.repeat(300_000) } } }, 413],
    ['POST', '/submissions', { body: { ...full, data: { ...full.data, note: 'x'.repeat(245_600) } } }, 413],
    ['GET', '/nothing', {}, 404],
    ['GET', '/submissions/test-form.abc', {}, 404],
    ['PUT', '/submissions', {}, 405],
    ['OPTIONS', '/submissions', {}, 405],
  ] as const;
  for (const [method, path, asked, wanted] of cases) {
    const { status, body, headers } = await world.ask(method, path, asked);
    assert.equal(status, wanted, `${method} ${path} ${JSON.stringify(body)}`);
    assert.equal(body.status, wanted);
    assert.equal(headers['content-type'], 'application/problem+json');
    assert.ok(body.detail.length > 10);
    if (wanted === 405) assert.equal(headers.allow, 'POST, GET');
  }
  assert.equal((await world.ask('POST', '/submissions', { body: most })).status, 202, 'the largest goes');
});

test('nothing is cached, framed, sniffed or shared with other origins', async () => {
  const world = await startApi();
  for (const token of [null, world.tokens.send]) {
    const { headers } = await world.ask('GET', '/forms', {
      token,
      headers: { origin: 'https://evil.example' },
    });
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.ok(!Object.keys(headers).some((name) => name.startsWith('access-control-')));
  }
});
