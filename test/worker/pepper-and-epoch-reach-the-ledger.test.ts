import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redis } from 'ioredis';
import { META_KEY, metaText } from '../../lib/ledger/meta.ts';
import { dataHashOf, keyOf, pepperFingerprint } from '../../lib/submission/key.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

const PEPPER = 'a pepper of a stage';
const DATA = { name: 'Ana' };

test('key and data hash are made with the pepper of the stage, in the ledger of its epoch', async () => {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : PAGE),
  );
  const world = await startWorld({
    target,
    forms: [testForm(target)],
    params: { pepper: PEPPER, ledgerEpoch: 2, backoffBaseMs: 100 },
  });
  await world.send(message(DATA));
  world.startPolling();
  // Redis is declared to be a ledger without a pepper, of epoch 1.
  const first = await until('the first delivery', () => world.dispositions()[0]);
  assert.match(String(first.why), /emptied or swapped/);
  assert.deepEqual(await world.keys(), []);

  const redis = new Redis(world.redis.url);
  await redis.set(META_KEY, metaText({ epoch: 2, pepperFingerprint: pepperFingerprint(PEPPER) }));
  redis.disconnect();
  await until('an empty queue', async () => (await world.left()) === 0);
  const key = keyOf('test-form', ['name'], DATA, PEPPER);
  assert.deepEqual(await world.keys(), [key]);
  const record = await world.record(key);
  assert.equal(record.dataHash, dataHashOf(DATA, PEPPER));
  assert.equal(record.phase, 'submitted');
});
