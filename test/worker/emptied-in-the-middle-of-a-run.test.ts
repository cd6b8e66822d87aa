import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, until } from '../support/worker.ts';

const PARAMS = { leaseTtlMs: 10_000, heartbeatMs: 500, abortMarginMs: 500, backoffBaseMs: 200 };

/** One message whose Redis is emptied at `moment`; answers after the first delivery and two more. */
async function emptiedAt(moment: 'fill' | 'POST') {
  const parts: { world?: FaultyWorld } = {};
  const target = await startTarget(async (seen, response) => {
    if (moment === 'POST' && seen.method === 'POST') await parts.world?.admin.flushall();
    html(response, seen.method === 'POST' ? RECEIPT : PAGE);
  });
  const form = testForm(target, {
    async fill(page, { name }) {
      await page.locator('input').fill(name);
      if (moment === 'fill') await parts.world?.admin.flushall();
    },
  });
  const world = await startFaultyWorld({ target, forms: [form], params: PARAMS });
  parts.world = world;
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  const ends = await until('three deliveries', () =>
    world.dispositions().length >= 3 ? world.dispositions() : undefined,
  );
  assert.equal(await world.left(), 1);
  assert.equal(await world.admin.dbsize(), 0, 'nothing is written into a Redis that is not the ledger');
  return { posts: target.count('POST'), ends: ends.map(({ disposition, why }) => `${disposition} ${why}`) };
}

describe('Redis is emptied in the middle of a run; its connections stay', { concurrency: true }, () => {
  test('before arming: nothing is sent, the message stays', async () => {
    const { posts, ends } = await emptiedAt('fill');
    assert.equal(posts, 0);
    assert.match(ends[0] ?? '', /^retry .*lease/);
    for (const end of ends.slice(1)) assert.match(end, /^retry the ledger was emptied or swapped/);
  });

  test('after arming: one POST, never a second; the message stays for a person to decide', async () => {
    const { posts, ends } = await emptiedAt('POST');
    assert.equal(posts, 1);
    assert.match(ends[0] ?? '', /^retry settle: notOwner/);
    for (const end of ends.slice(1)) assert.match(end, /^retry the ledger was emptied or swapped/);
  });
});
