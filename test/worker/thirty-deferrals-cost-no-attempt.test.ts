import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs';
import { formKey } from '../../lib/ledger/redis-ledger.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, until } from '../support/worker.ts';

const DEFERRALS = 30;

test('30 deferrals of one message: it runs on the 31st delivery, and nothing is ever sent to its own queue', async () => {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : PAGE),
  );
  const parts: { world?: FaultyWorld } = {};
  let deferrals = 0;
  const world = await startFaultyWorld({
    target,
    forms: [testForm(target)],
    params: { maxAttempts: 1 },
    async onQueue({ action, body }) {
      const { world } = parts;
      if (world === undefined || action !== 'ChangeMessageVisibility' || deferrals === DEFERRALS)
        return 'pass';
      if (++deferrals === DEFERRALS) await world.admin.hdel(formKey('test-form'), 'paused');
      // The minutes for which it would be hidden are over at once.
      await world.sqs.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: world.queueUrl,
          ReceiptHandle: String(body.ReceiptHandle),
          VisibilityTimeout: 0,
        }),
      );
      return { refuse: 'ReceiptHandleIsInvalid' };
    },
  });
  parts.world = world;
  await world.admin.hset(formKey('test-form'), 'paused', 'for a long time');
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  await until('an empty queue', async () => (await world.left()) === 0);

  const ends = world.dispositions();
  const deferred = ends.filter(
    ({ disposition, why }) => disposition === 'retry' && why === 'the form is paused',
  );
  assert.equal(deferred.length, DEFERRALS);
  assert.deepEqual([ends.length, ends.at(-1)?.receives, ends.at(-1)?.disposition], [31, 31, 'done']);
  assert.equal(target.count('POST'), 1);
  assert.equal((await world.record(String(ends.at(-1)?.key))).attempt, '1');
  assert.deepEqual(
    world.queueProxy.calls.filter(({ action }) => action.startsWith('SendMessage')),
    [],
  );
});
