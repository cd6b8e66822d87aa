import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import type { Form } from '../../lib/form/define.ts';
import { registryOf } from '../../lib/form/registry.ts';

const ROOT = join(import.meta.dirname, '../..');
const page = await readFile(join(ROOT, 'docs/forms.md'), 'utf8');
const blocks = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);

/** A project of its own, in which each definition of the page stands where a form stands. */
async function projectOf(codes: readonly string[]): Promise<string> {
  await mkdir(join(ROOT, '.sekali'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, '.sekali', 'docs-'));
  after(() => rm(folder, { recursive: true }));
  await symlink(join(ROOT, 'lib'), join(folder, 'lib'));
  await mkdir(join(folder, 'forms'));
  for (const [nth, code] of codes.entries()) await writeFile(fileOf(folder, nth), code);
  const config = { extends: '../../tsconfig.json', include: ['forms'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return folder;
}

const fileOf = (folder: string, nth: number) => join(folder, 'forms', `${nth}.ts`);

test('its definitions compile, and are what the worker takes', async () => {
  assert.ok(blocks.length >= 4, `${blocks.length} definitions on the page`);
  const folder = await projectOf(blocks);
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const { stdout } = await promisify(execFile)(tsc, ['--noEmit', '-p', folder]).catch((failed) => failed);
  assert.equal(stdout, '');
  const forms = await Promise.all(
    blocks.map(async (_, nth) => ((await import(fileOf(folder, nth))) as { default: Form }).default),
  );
  assert.equal(registryOf(forms).size, blocks.length);
});
