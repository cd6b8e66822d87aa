import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memory } from '../../bench/sections/memory.ts';

test('the memory of a worker and its browser is followed over its submissions', async () => {
  const { tables } = await memory.measure({ small: true, step: () => {} });
  const [submissions, node, chromium, files, keys] = tables[0]?.rows.at(-1) ?? [];
  assert.equal(submissions, 2);
  assert.ok(Number(node) > 20, `Node: ${node} MB`);
  assert.ok(Number(chromium) > 20, `Chromium: ${chromium} MB`);
  assert.ok(Number(files) > 3, `${files} open files`);
  // A record for each, and the one that says which Redis is the ledger.
  assert.equal(keys, 3);
});
