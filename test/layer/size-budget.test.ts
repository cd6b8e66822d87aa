import assert from 'node:assert/strict';
import { test } from 'node:test';
import { budget, overBudget } from '../../layers/chromium/budget.ts';

const { limitBytes, functionReserveBytes } = budget;

test('layer and function together may have what Lambda takes, and not a byte more', () => {
  assert.equal(limitBytes, 262_144_000);
  const layerBytes = 100_000_000;
  const functionBytes = { worker: limitBytes - layerBytes, doctor: 1 };
  assert.deepEqual(overBudget({ layerBytes, functionBytes }), []);
  const [line, ...others] = overBudget({ layerBytes: layerBytes + 1, functionBytes });
  assert.match(line ?? '', /layer \(95\.4 MiB\) and worker \(154\.6 MiB\) are .* over Lambda's 250\.0 MiB/);
  assert.deepEqual(others, [], 'only the one that is too large');
});

test('before the functions are built, a reserve stands for the largest', () => {
  const layerBytes = limitBytes - functionReserveBytes;
  assert.deepEqual(overBudget({ layerBytes }), []);
  assert.match(overBudget({ layerBytes: layerBytes + 1 })[0] ?? '', /a reserve/);
});
