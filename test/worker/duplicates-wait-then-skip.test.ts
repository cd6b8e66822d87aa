import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

const LEASE = { leaseTtlMs: 2_000, heartbeatMs: 500, abortMarginMs: 300, backoffBaseMs: 500 };

test('a duplicate that arrives while the first run is alive is deferred, not deleted; once it has settled, skipped', async () => {
  const answer = Promise.withResolvers<void>();
  const target = await startTarget(async (seen, response) => {
    if (seen.method === 'POST') await answer.promise;
    html(response, seen.method === 'POST' ? RECEIPT : PAGE);
  });
  const world = await startWorld({ target, forms: [testForm(target)], params: LEASE });
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  await until('the POST', () => target.count('POST') === 1);

  await world.send(message({ name: ' Ana ' }));
  const deferred = await until('the duplicate', () => world.dispositions()[0]);
  assert.equal(deferred.disposition, 'retry');
  assert.equal(deferred.why, 'held');
  assert.equal(await world.left(), 2);

  answer.resolve();
  await until('an empty queue', async () => (await world.left()) === 0);
  const ends = world.dispositions().filter(({ disposition }) => disposition === 'done');
  assert.deepEqual(ends.map(({ skipped }) => skipped).sort(), [false, true]);
  assert.equal(target.count('POST'), 1);
});
