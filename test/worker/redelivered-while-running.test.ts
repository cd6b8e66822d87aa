import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs';
import { startFaultyWorld } from '../support/faulty-world.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, until } from '../support/worker.ts';

const PARAMS = { leaseTtlMs: 10_000, heartbeatMs: 500, abortMarginMs: 500, backoffBaseMs: 200 };

test('the message is handed out again while its run is alive, and the receipt handle is void from then on: one POST', async () => {
  const answer = Promise.withResolvers<void>();
  const target = await startTarget(async (seen, response) => {
    if (seen.method === 'POST') await answer.promise;
    html(response, seen.method === 'POST' ? RECEIPT : PAGE);
  });
  const world = await startFaultyWorld({ target, forms: [testForm(target)], params: PARAMS });
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  await until('the POST', () => target.count('POST') === 1);

  const handle = String(world.queueProxy.calls.find(({ action }) => action === HIDE)?.body.ReceiptHandle);
  await world.sqs.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: world.queueUrl,
      ReceiptHandle: handle,
      VisibilityTimeout: 0,
    }),
  );
  const second = await until('the redelivery', () => world.dispositions()[0]);
  assert.deepEqual([second.receives, second.disposition, second.why], [2, 'retry', 'held']);
  await until('a beat that cannot hide it', () =>
    world.log.some(({ message }) => message === 'visibility not extended'),
  );

  answer.resolve();
  const first = await until('the end of the first delivery', () =>
    world.dispositions().find(({ receives }) => receives === 1),
  );
  assert.deepEqual([first.disposition, first.skipped], ['done', false]);
  // Not deleted by its void handle, it comes again.
  await until('an empty queue', async () => (await world.left()) === 0);
  assert.equal(world.dispositions().at(-1)?.skipped, true);
  assert.equal(target.count('POST'), 1);
  assert.equal(target.count('GET', '/'), 1);
});

const HIDE = 'ChangeMessageVisibility';
