import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApi } from '../support/api.ts';
import { claimRequest, newClaim, newKey } from '../support/ledger.ts';

const PATH = '/forms/test-form';

test('paused: nothing is claimed, and whoever wonders is told who and why; resumed: it goes on', async () => {
  const world = await startApi();
  const claim = () => world.ledger.claim(claimRequest(newClaim(newKey('test-form'))));
  const paused = await world.ask('POST', `${PATH}/pause`, { body: { why: 'rebuilt' } });
  assert.deepEqual(
    [paused.status, paused.body],
    [200, { form: 'test-form', paused: true, why: 'rebuilt (ana)' }],
  );
  assert.equal((await claim()).kind, 'paused');
  const overview = () => world.ask('GET', '/overview').then(({ body }) => body.paused);
  assert.deepEqual(await overview(), [{ form: 'test-form', why: 'rebuilt (ana)' }]);
  const resumed = await world.ask('POST', `${PATH}/resume`, { body: {} });
  assert.deepEqual(resumed.body, { form: 'test-form', paused: false, why: 'rebuilt (ana)' });
  assert.equal((await claim()).kind, 'claimed');
  assert.deepEqual(await overview(), []);
  assert.deepEqual(
    world.log
      .filter(({ message }) => message.startsWith('form '))
      .map(({ message, fields }) => [message, fields.who]),
    [
      ['form paused', 'ana'],
      ['form resumed', 'ana'],
    ],
  );
});

test('without a reason, of a form that is not there, or not paused: it says so and changes nothing', async () => {
  const world = await startApi();
  assert.equal((await world.ask('POST', `${PATH}/pause`, { body: {} })).status, 422);
  const unknown = await world.ask('POST', '/forms/test-from/pause', { body: { why: 'x' } });
  assert.deepEqual([unknown.status, unknown.body.type], [404, 'urn:sekali:notFound']);
  const notPaused = await world.ask('POST', `${PATH}/resume`, { body: {} });
  assert.deepEqual([notPaused.status, notPaused.body.type], [409, 'urn:sekali:notPaused']);
  const send = { body: { why: 'x' }, token: world.tokens.send };
  assert.equal((await world.ask('POST', `${PATH}/pause`, send)).status, 403);
  assert.deepEqual(await world.redis.keys('sekali:form:*'), []);
});
