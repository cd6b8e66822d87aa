import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coldStart } from '../../bench/sections/cold-start.ts';

test('the section cold-start takes every step on both sides', async () => {
  const { ratios, tables } = await coldStart.measure({ small: true, step: () => {} });
  assert.ok(Number(ratios.coldStart) > 0);
  const rows = tables[0]?.rows ?? [];
  assert.deepEqual(
    rows.map(([name]) => name),
    ['package as shipped', 'Sekali, layer'],
  );
  for (const [name, imports, , extraction, launch, page] of rows) {
    for (const ms of [imports, extraction, launch, page]) assert.ok(Number(ms) > 0, String(name));
  }
});
