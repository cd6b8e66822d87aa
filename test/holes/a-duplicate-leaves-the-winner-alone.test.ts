import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyOf } from '../../lib/submission/key.ts';
import { recordOf } from '../support/record.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, remaining, startWorld } from '../support/worker.ts';
import { gate } from './support.ts';

const ANA = message({ name: 'Ana' });
const again = (messageId: string) => ({ batchItemFailures: [{ itemIdentifier: messageId }] });
const DONE = { batchItemFailures: [] };

test('a duplicate between page load and click: no page action of its own, the record stays the winner’s, the third is skipped', async () => {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : PAGE),
  );
  const filling = gate();
  let runs = 0;
  const form = testForm(target, {
    fill: async (page, { name }) => {
      runs++;
      await page.locator('input').fill(name);
      await filling.pass();
    },
  });
  const world = await startWorld({ target, forms: [form] });
  const key = keyOf('test-form', ['name'], { name: 'Ana' });
  const deliver = (messageId: string, receives = 1) =>
    world.newWorker().handle({ Records: [recordOf(messageId, ANA, receives)] }, remaining(120_000));

  const winner = deliver('m1');
  await filling.reached;
  const before = await world.record(key);
  assert.equal(before.phase, 'claimed');
  // another message, and the same one once more
  assert.deepEqual(await deliver('m2'), again('m2'));
  assert.deepEqual(await deliver('m1', 2), again('m1'));
  assert.deepEqual(await world.record(key), before);
  assert.equal(target.seen.length, 1);
  for (const { disposition, why, afterMs, key: told } of world.dispositions()) {
    assert.deepEqual([disposition, why, told], ['retry', 'held', key]);
    assert.ok(Number(afterMs) > 0);
  }

  filling.open();
  assert.deepEqual(await winner, DONE);
  assert.deepEqual(await deliver('m3'), DONE);
  assert.equal(runs, 1);
  assert.equal(target.count('POST'), 1);
});
