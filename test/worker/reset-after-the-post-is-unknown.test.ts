import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testForm } from '../support/run.ts';
import { html, PAGE, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

test('the target takes the POST and resets: one POST, phase unknown, parked; a duplicate is parked too', async () => {
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') seen.socket.resetAndDestroy();
    else html(response, PAGE);
  });
  const world = await startWorld({ target, forms: [testForm(target)] });
  world.startPolling();
  for (let nth = 1; nth <= 2; nth++) {
    await world.send(message({ name: 'Ana' }));
    await until('the delivery', () => world.dispositions().length === nth);
  }
  const parked = await world.parked();
  assert.deepEqual(
    parked.map(({ reason }) => reason),
    ['unknown', 'unknown'],
  );
  const [key = ''] = await world.keys();
  assert.equal((await world.record(key)).phase, 'unknown');
  assert.ok(parked.every((one) => one.key === key));
  assert.equal(target.count('POST'), 1);
});
