import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testForm } from '../support/run.ts';
import { html, PAGE, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

test('three unknown outcomes in a row: the fourth message is deferred, nothing of it is sent', async () => {
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') seen.socket.resetAndDestroy();
    else html(response, PAGE);
  });
  const world = await startWorld({ target, forms: [testForm(target)] });
  world.startPolling();
  for (const [nth, name] of ['Ana', 'Ben', 'Eva', 'Ida'].entries()) {
    await world.send(message({ name }));
    await until('the delivery', () => world.dispositions().length > nth);
  }
  assert.deepEqual(
    world.dispositions().map(({ disposition, reason, why }) => [disposition, reason ?? why]),
    [
      ['parked', 'unknown'],
      ['parked', 'unknown'],
      ['parked', 'unknown'],
      ['retry', 'the form is paused'],
    ],
  );
  assert.equal(target.count('POST'), 3);
  assert.equal(await world.left(), 1);
});
