import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

test('whatever is wrong with a message: parked at once with the errors by field, the rest of the batch unharmed', async () => {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : PAGE),
  );
  const elsewhere = testForm(target, { name: 'elsewhere', allow: ['other.example'] });
  const world = await startWorld({ target, forms: [testForm(target), elsewhere], params: { batchSize: 4 } });
  const bad: readonly (readonly [body: unknown, reason: string, fields: readonly string[]])[] = [
    ['{"form":', 'malformed', ['']],
    ['[1]', 'malformed', ['']],
    [{ form: 'test-form' }, 'malformed', ['data']],
    [message({ name: 'Ana' }, { expiresat: '2026-01-01T00:00:00Z' }), 'malformed', ['']],
    [message({ name: 'Ana' }, { notBefore: 'tomorrow' }), 'malformed', ['notBefore']],
    [{ form: 'nobody-knows', data: {} }, 'unknownForm', ['form']],
    [message({ name: 7 }), 'invalidData', ['data.name']],
    [message({ name: 'Ana', extra: 1 }), 'invalidData', ['data']],
    [message({ name: '\ud800' }), 'invalidData', ['data.name']],
    [message({ name: 'late' }, { expiresAt: '2020-01-01T00:00:00Z' }), 'expired', ['expiresAt']],
    [{ form: 'elsewhere', data: { name: 'Ana' } }, 'hostNotAllowed', ['data']],
  ];
  await world.send(...bad.map(([body]) => body), message({ name: 'Ana' }));
  world.startPolling();
  await until('an empty queue', async () => (await world.left()) === 0);

  assert.equal(target.count('POST'), 1);
  const parked = await world.parked();
  assert.equal(parked.length, bad.length);
  for (const [body, reason, fields] of bad) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const found = parked.find((one) => one.body === text);
    assert.ok(found, text);
    assert.equal(found.reason, reason, text);
    assert.deepEqual(
      found.errors.map(({ field }) => field),
      fields,
      text,
    );
    assert.ok(
      found.errors.every((error) => error.message.length > 5),
      text,
    );
  }
  // nothing of it was ever retried
  assert.ok(world.dispositions().every(({ disposition }) => disposition !== 'retry'));
});
