import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browsers } from '../../lib/senders/gated-context.ts';
import { recordOf } from '../support/record.ts';
import { testForm } from '../support/run.ts';
import { startTarget } from '../support/target.ts';
import { message, startWorld } from '../support/worker.ts';

test('the invocation does not tell how long it has left, or has nothing left: two overlapping ones both refuse to begin', async () => {
  const target = await startTarget(() => {});
  let asked = 0;
  const browsers: Browsers = {
    newContext: async () => {
      asked++;
      throw new Error('nothing was to run');
    },
  };
  const world = await startWorld({ target, forms: [testForm(target)], browsers });
  const event = { Records: [recordOf('m1', message({ name: 'Ana' }))] };
  for (const left of [undefined, null, Number.NaN, 0, -700]) {
    const context = { getRemainingTimeInMillis: () => left as number };
    const answers = await Promise.all([1, 2].map(() => world.newWorker().handle(event, context)));
    for (const { batchItemFailures } of answers) {
      assert.deepEqual(batchItemFailures, [{ itemIdentifier: 'm1' }], String(left));
    }
  }
  // no context at all: the invocation fails, and with it nothing is deleted
  await assert.rejects(async () => world.newWorker().handle(event, {} as never));
  assert.equal(asked, 0);
  assert.deepEqual(await world.keys(), []);
});
