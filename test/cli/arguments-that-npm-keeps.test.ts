import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

test('an option that npm took for itself is not left out in silence: another stage would be meant', () => {
  for (const [script, ...args] of [
    ['cli/sekali.ts', 'list', 'unknown'],
    ['local/package.ts'],
    ['cli/doctor.ts'],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, script ?? ''), ...args], {
      encoding: 'utf8',
      env: { ...process.env, npm_config_stage: 'prod' },
    });
    assert.equal(status, 2, script);
    assert.match(stderr, /Write -- before --stage/);
  }
});
