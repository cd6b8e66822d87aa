import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordOf } from '../support/record.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, remaining, startWorld } from '../support/worker.ts';

const NAMES = ['Ana', 'Budi'];

test('no receipt handle of a batch is good any more: the outcomes are kept, a redelivery is acknowledged without a click', async () => {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : PAGE),
  );
  const world = await startWorld({ target, forms: [testForm(target)] });
  const worker = world.newWorker();
  // The queue knows none of these handles.
  const deliver = (receives: number) =>
    worker.handle(
      { Records: NAMES.map((name) => recordOf(name, message({ name }), receives)) },
      remaining(100_000),
    );

  assert.deepEqual(await deliver(1), { batchItemFailures: [] });
  assert.equal(target.count('POST'), 2);
  for (const what of ['visibility not extended', 'final visibility not set']) {
    const told = world.log.filter(({ message }) => message === what);
    // A slow run tries to hide its message more than once.
    assert.ok(told.length >= NAMES.length, what);
  }
  for (const key of await world.keys()) assert.equal((await world.record(key)).phase, 'submitted');

  const requests = target.seen.length;
  assert.deepEqual(await deliver(2), { batchItemFailures: [] });
  assert.deepEqual(
    world.dispositions().map(({ disposition, skipped }) => [disposition, skipped]),
    [
      ['done', false],
      ['done', false],
      ['done', true],
      ['done', true],
    ],
  );
  assert.equal(target.seen.length, requests);
});
