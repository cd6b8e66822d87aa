import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { GUARDS } from './guards.ts';

const ROOT = join(import.meta.dirname, '..', '..');

for (const { guard, file, find, replace, tests } of GUARDS) {
  test(guard, async () => {
    const text = await readFile(join(ROOT, file), 'utf8');
    assert.equal(text.split(find).length - 1, 1, `${file} must hold exactly once: ${find}`);
    assert.notEqual(find, replace);
    for (const one of tests) assert.ok(existsSync(join(ROOT, one)), `there is no ${one}`);
  });
}
