import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

test('a replica is asked for and there is none: nothing is ever sent, the message stays, no attempt is burnt', async () => {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : PAGE),
  );
  const world = await startWorld({
    target,
    forms: [testForm(target)],
    params: { waitReplicas: 1, backoffBaseMs: 100, maxAttempts: 1 },
  });
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  await until('two deliveries', () => world.dispositions().length >= 2);
  for (const { disposition, why } of world.dispositions()) {
    assert.equal(disposition, 'retry');
    assert.match(String(why), /not confirmed by a replica/);
  }
  assert.equal(target.count('POST'), 0);
  assert.equal(await world.left(), 1);
});
