import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

const IDENTITIES = 50;
const MESSAGES = 1_000;

test('1,000 messages for 50 identities at once, batches of 4: 50 POSTs, every other message skipped, none parked', async () => {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : PAGE),
  );
  const world = await startWorld({
    target,
    forms: [testForm(target)],
    params: { batchSize: 4, backoffBaseMs: 500, leaseTtlMs: 4_000, heartbeatMs: 1_000, abortMarginMs: 500 },
  });
  const bodies = Array.from({ length: MESSAGES }, (_, nth) =>
    message({ name: `person ${nth % IDENTITIES}` }),
  );
  await world.send(...bodies);
  world.startPolling();
  await until('an empty queue', async () => (await world.left()) === 0, 150_000);

  const names = target.seen.filter(({ method }) => method === 'POST').map(({ body }) => body);
  assert.equal(names.length, IDENTITIES);
  assert.equal(new Set(names).size, IDENTITIES);
  const done = world.dispositions().filter(({ disposition }) => disposition === 'done');
  assert.equal(done.filter(({ skipped }) => skipped).length, MESSAGES - IDENTITIES);
  assert.equal(done.length, MESSAGES);
  assert.deepEqual(await world.parked(), []);
});
