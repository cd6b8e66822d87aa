import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pixelsOf } from '../support/pixels.ts';
import { sharedBrowser } from '../support/run.ts';
import { definitionFor, folderInProject, inspectForm, runForm, startPages } from './support.ts';

const target = await startPages();
const folder = await folderInProject();
const DATA = { name: 'Ana', card: '4929 1234 5678 9012', cvv: '739' };

const { page, ...form } = await inspectForm(target, '/secrets');

async function definition(sender: 'browser' | 'http'): Promise<string> {
  const http = sender === 'http' ? form.http : { ...form.http, whyNot: ['the test wants a browser'] };
  const file = join(folder, `secrets-${sender}.ts`);
  await writeFile(file, await definitionFor(page, { ...form, http }, 'secrets'));
  return file;
}

const WAYS = {
  browser: [['--json'], ['--submit']],
  http: [[], ['--submit', '--json']],
} as const;
for (const sender of ['browser', 'http'] as const) {
  for (const more of WAYS[sender]) {
    test(`try ${more.join(' ')} by ${sender}: neither stdout nor stderr holds a secret`, async () => {
      const args = ['try', await definition(sender), '--data', '-', ...more];
      const { exitCode, out, err } = await runForm(args, JSON.stringify(DATA));
      assert.equal(exitCode, 0, err);
      if (more[0] !== '--submit') assert.match(out, /card/);
      for (const part of ['4929', '9012', '739']) assert.ok(!`${out}${err}`.includes(part), part);
    });
  }
}

test('nor does the picture of the filled page show one', async () => {
  const args = ['try', await definition('browser'), '--data', '-', '--json'];
  const { out } = await runForm(args, JSON.stringify(DATA));
  const png = await readFile(JSON.parse(out).picture.file);
  const viewer = await sharedBrowser.newContext();
  try {
    const { masked } = await pixelsOf(viewer.page, png);
    assert.ok(masked > 1_000, `${masked} pixels are hidden`);
  } finally {
    await viewer.close();
  }
});

test('a secret that does not fit the schema is not printed either', async () => {
  const data = JSON.stringify({ ...DATA, cvv: '739-long' });
  const { exitCode, out, err } = await runForm(['try', await definition('http'), '--data', '-'], data);
  assert.equal(exitCode, 1);
  assert.match(out, /data\.cvv: /);
  assert.ok(!`${out}${err}`.includes('739'));
});
