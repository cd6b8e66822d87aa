import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mixed } from '../../bench/load/jobs.ts';

test('a backlog has each submission so often, mixed, and in the same order every time', () => {
  const items = Array.from({ length: 50 }, (_, nth) => nth);
  const all = mixed(items, 4);
  assert.deepEqual(
    all.toSorted((a, b) => a - b),
    items.flatMap((item) => [item, item, item, item]),
  );
  assert.deepEqual(mixed(items, 4), all);
  // In order, the first 50 would be all different.
  assert.ok(new Set(all.slice(0, 50)).size < 45);
});
