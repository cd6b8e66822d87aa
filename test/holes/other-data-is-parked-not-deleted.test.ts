import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RedisLedger } from '../../lib/ledger/redis-ledger.ts';
import { dataHashOf, keyOf } from '../../lib/submission/key.ts';
import { ARM_TIMES, claimRequest, ledgerOptions, newClaim, OUTCOME } from '../support/ledger.ts';
import { recordOf } from '../support/record.ts';
import { startTarget } from '../support/target.ts';
import { message, remaining, startWorld } from '../support/worker.ts';
import { formWithNote } from './support.ts';

const browsers = {
  newContext: async (): Promise<never> => {
    throw new Error('nothing was to run');
  },
};

test('other data for the same identity: parked as a conflict wherever the first stands, never skipped; the record stays', async (t) => {
  const target = await startTarget(() => {});
  const world = await startWorld({ target, forms: [formWithNote(target)], browsers });
  const ledger = new RedisLedger(ledgerOptions(world.redis.url));
  t.after(() => ledger.close());
  const deliver = (messageId: string, data: object) =>
    world.newWorker().handle({ Records: [recordOf(messageId, message({ ...data }))] }, remaining(60_000));

  for (const phase of ['claimed', 'armed', 'unknown', 'submitted'] as const) {
    const first = { name: phase, note: 'window seat' };
    const other = { ...first, note: 'aisle seat' };
    const key = keyOf('test-form', ['name'], first);
    const mine = newClaim(key);
    await ledger.claim(claimRequest(mine, { dataHash: dataHashOf(first) }));
    if (phase !== 'claimed') await ledger.arm(mine, ARM_TIMES);
    if (phase === 'unknown' || phase === 'submitted') await ledger.settle(mine, phase, OUTCOME);
    const { metAt: _, ...before } = await world.record(key);

    await deliver(`other-${phase}`, other);
    const { metAt: __, ...after } = await world.record(key);
    assert.deepEqual(after, before);
    assert.equal(world.dispositions().at(-1)?.reason, 'conflict', phase);
    const copies = (await world.parked()).map(({ body }) => JSON.parse(body).data);
    assert.deepEqual(copies, [other]);

    // the very same data is no conflict
    await deliver(`same-${phase}`, first);
    const end = world.dispositions().at(-1);
    const expected = { claimed: 'retry', armed: 'retry', unknown: 'parked', submitted: 'done' }[phase];
    assert.equal(end?.disposition, expected);
    await world.parked();
  }
});
