import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guard } from '../../bench/sections/guard.ts';

test('the section guard measures its goals; claim, arm and settle are one round trip each', async () => {
  const { ratios, tables } = await guard.measure({ small: true, step: () => {} });
  assert.equal(ratios.roundTripsHappyPath, 3);
  for (const name of ['skipVsSetNx', 'guardVsPowertools']) assert.ok(Number(ratios[name]) > 0, name);
  const costs = new Map(tables[0]?.rows.map(([name, ...cells]) => [name, cells]));
  // A WAIT in the pipeline of its script is a command, and no round trip.
  assert.equal(costs.get('Sekali, confirmed by a replica')?.[0], 3);
  assert.equal(
    costs.get('Sekali, confirmed by a replica')?.[1],
    'EVALSHA, WAIT, EVALSHA, WAIT, EVALSHA, WAIT',
  );
  assert.deepEqual(costs.get('Powertools idempotency'), [2, 'SET, SET', 0, 2, 'SET, GET', 0]);
  assert.equal(costs.get('GET, Mutex, SET of the result')?.[0], 4);
  assert.equal(costs.get('bare SET NX')?.[3], 1);
});
