import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Missing, readyPython } from './python.ts';

/** A PATH with nothing on it but a python3 that answers each question so. */
async function onlyPython(t: TestContext, answers?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sekali-python-'));
  if (answers !== undefined) {
    await writeFile(join(folder, 'python3'), `#!/bin/sh\ncase "$*" in\n${answers}\nesac\n`);
    await chmod(join(folder, 'python3'), 0o755);
  }
  const path = process.env.PATH;
  process.env.PATH = folder;
  t.after(async () => {
    process.env.PATH = path;
    await rm(folder, { recursive: true });
  });
  return join(folder, 'environment');
}

const why = (text: RegExp) => (error: unknown) => error instanceof Missing && text.test(error.message);

test('no python3', async (t) => {
  const folder = await onlyPython(t);
  await assert.rejects(readyPython(assert.fail, folder), why(/no python3 .*install Python 3\.11/));
});

test('a python3 that is too old', async (t) => {
  const folder = await onlyPython(t, '*version_info*) exit 1;;');
  await assert.rejects(readyPython(assert.fail, folder), why(/too old; .*3\.11/));
});

test('a python3 without ensurepip, as Debian has it', async (t) => {
  const folder = await onlyPython(t, '*ensurepip*) exit 1;;');
  await assert.rejects(readyPython(assert.fail, folder), why(/apt-get install python3-venv/));
});

test('packages that cannot be had', async (t) => {
  const folder = await onlyPython(t, '*venv*environment) echo no space left >&2; exit 1;;');
  await assert.rejects(
    readyPython(() => {}, folder),
    why(/no space left/),
  );
});
