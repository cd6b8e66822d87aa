import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../functions/api/routes/index.ts';
import { DATA, KEY, startApi } from '../support/api.ts';

const MAY = ['POST /submissions', 'GET /submissions/{key}', 'GET /forms'];

test('a send token hands in, looks one submission up and sees the forms; anything else is 403', async () => {
  const world = await startApi();
  await world.settled('a-1', 'unknown', -120_000);
  const bodies: Record<string, unknown> = {
    'POST /submissions': { form: 'test-form', data: DATA },
    'POST /submissions/{key}/resolution': {
      verdict: 'landed',
      armedBy: (await world.record(KEY)).armedBy,
      receipt: 'R-1',
      why: 'seen',
    },
    'POST /parked/{id}/discard': { why: 'seen' },
  };
  for (const { method, path } of routes) {
    const name = `${method} ${path}`;
    const body = bodies[name] ?? (method === 'POST' ? {} : undefined);
    const { status, body: said } = await world.ask(
      method,
      path.replace('{key}', KEY).replace(/\{\w+\}/, 'some-id'),
      { token: world.tokens.send, body },
    );
    if (MAY.includes(name)) assert.ok(status < 300, `${name}: ${status}`);
    else assert.equal(status, 403, `${name}: ${JSON.stringify(said)}`);
  }
  assert.equal((await world.record(KEY)).phase, 'unknown', 'it was not resolved');
});

test('an operate token does both', async () => {
  const world = await startApi();
  assert.equal((await world.ask('GET', '/forms')).status, 200);
  assert.equal((await world.ask('GET', '/parked')).status, 200);
});
