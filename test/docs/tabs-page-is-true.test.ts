import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { TERM_MS } from '../../lib/tabs/leader.ts';
import { HIDDEN_LEASE_MS, LEASE_MS } from '../../lib/tabs/lease-locks.ts';
import { LIMITS, WIND_DOWN_MS } from '../../lib/tabs/with-locks.ts';

const ROOT = join(import.meta.dirname, '../..');
const page = await readFile(join(ROOT, 'docs/tabs.md'), 'utf8');
const blocks = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);

test('its example compiles, and bundles for a browser', async (t) => {
  assert.equal(blocks.length, 1);
  await mkdir(join(ROOT, '.sekali'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, '.sekali', 'docs-'));
  t.after(() => rm(folder, { recursive: true }));
  await symlink(join(ROOT, 'lib'), join(folder, 'lib'));
  await mkdir(join(folder, 'console'));
  const example = join(folder, 'console/example.ts');
  await writeFile(example, blocks[0] ?? '');
  const config = { extends: '../../tsconfig.json', include: ['console'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const { stdout } = await promisify(execFile)(tsc, ['--noEmit', '-p', folder]).catch((failed) => failed);
  assert.equal(stdout, '');
  const bundling = { bundle: true, format: 'esm', platform: 'browser', write: false } as const;
  const { warnings, outputFiles } = await build({ ...bundling, entryPoints: [example], minify: true });
  assert.deepEqual(warnings, []);
  const size = outputFiles[0]?.contents.length ?? 0;
  assert.ok(size < 40_000, `${size} bytes`);
  t.diagnostic(`${size} bytes, minified`);
});

test('its limits are those of the code', () => {
  const said = [
    `${LIMITS.waitMs / 1_000} s and ${LIMITS.holdMs / 1_000} s unless told otherwise`,
    `a leader's term after ${TERM_MS / 60_000} minutes`,
    `${WIND_DOWN_MS / 1_000} s later the lock goes`,
    `up to ${LEASE_MS / 1_000} s; ${HIDDEN_LEASE_MS / 1_000} s if it was hidden`,
  ];
  for (const one of said) assert.ok(page.includes(one), one);
});
