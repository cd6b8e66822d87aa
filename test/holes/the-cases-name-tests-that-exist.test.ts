import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

test('every row of docs/cases.md names tests that exist, or says why there is none', async () => {
  const text = await readFile(join(ROOT, 'docs/cases.md'), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| (V?\d+|[A-G]\d*) +\|/.test(line));
  assert.ok(rows.length > 70, `${rows.length} rows`);
  for (const row of rows) {
    // A line begins and ends with a bar.
    const tests = [...(row.split('|').at(-2) ?? '').matchAll(/`([\w/-]+)`/g)].map(([, name]) => name ?? '');
    if (tests.length === 0) assert.match(row, /does not apply|Open:/);
    for (const name of tests) assert.ok(existsSync(join(ROOT, 'test', `${name}.test.ts`)), name);
  }
});
