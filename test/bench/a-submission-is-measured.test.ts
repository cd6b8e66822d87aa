import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submission } from '../../bench/sections/submission.ts';

test('each way to submit is measured, and the light page against the naive worker', async () => {
  const { tables, ratios } = await submission.measure({ small: true, step: () => {} });
  const ways = tables[0]?.rows.map(([label]) => label);
  assert.deepEqual(ways, [
    'naive worker',
    'Sekali, warm',
    'Sekali, batches of 2',
    'Sekali, sender http',
    'plain fetch, no guard',
  ]);
  assert.deepEqual(Object.keys(ratios).toSorted(), ['httpVsNaive', 'warmLight2Cpu']);
  for (const [name, ratio] of Object.entries(ratios)) assert.ok(ratio > 0, `${name}: ${ratio}`);
});
