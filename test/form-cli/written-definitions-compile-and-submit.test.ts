import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Form } from '../../lib/form/index.ts';
import { submitOnce } from './submit-once.ts';
import { compile, definitionFor, folderInProject, inspectForm, root, startPages } from './support.ts';

const target = await startPages();
const folder = await folderInProject();
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const run = promisify(execFile);

/** Those that need no person, each with what its submission must carry. */
const PLAIN: Readonly<Record<string, readonly string[]>> = {
  '/plain': ['name=Ana+Perera', 'csrf=t-1'],
  '/two': ['name=Ana+Perera', 'age='],
  '/every-kind': ['3174051205900001', 'days[]', 'sample.pdf', '%PDF-1.4'],
  '/hostile': ['a%27b', 'r'],
  '/json': ['{"entry":{"name":"Ana Perera"}}'],
  '/token-by-script': ['name=Ana+Perera', 'token=made-1'],
  '/changed-by-script': ['name=xAna+Perera', 'sum=7'],
  '/cascading': ['province=Bali', 'city=Bali+city'],
  '/frame': ['name=Ana+Perera', 'csrf=t-1'],
  '/shadow': ['name=Ana+Perera'],
  '/drawn': ['colour=Red'],
  '/no-form': ['name=Ana+Perera'],
  '/secrets': ['card=4111111111111111'],
  '/unlabelled': ['x1=', 'x2='],
};

/** Plain HTTP does for these, so they are written for a browser as well. */
const IN_A_BROWSER_TOO = ['/every-kind', '/two', '/unlabelled', '/hostile'];

const written = [
  ...Object.keys(PLAIN).map((path) => ({ path, name: path.slice(1), whyNot: [] })),
  ...IN_A_BROWSER_TOO.map((path) => ({
    path,
    name: `${path.slice(1)}-browser`,
    whyNot: ['the test says so'],
  })),
];
const fileOf = ({ name }: { readonly name: string }) => join(folder, `${name}.ts`);

for (const one of written) {
  test(`the definition written for ${one.name} submits once, unchanged`, async () => {
    const { page, ...form } = await inspectForm(target, one.path);
    const http = { ...form.http, whyNot: [...form.http.whyNot, ...one.whyNot] };
    const file = fileOf(one);
    await writeFile(file, await definitionFor(page, { ...form, http }, one.name));
    const { default: definition } = (await import(pathToFileURL(file).href)) as { default: Form };
    const before = target.count('POST');
    const result = await submitOnce(definition, form.click?.fill.values, target);
    assert.equal(result.kind, 'submitted', JSON.stringify(result));
    assert.equal(target.count('POST') - before, 1);
    const sent = target.seen.findLast(({ method }) => method === 'POST');
    for (const part of PLAIN[one.path] ?? [])
      assert.ok(sent?.body.includes(part), `${part} is not in ${sent?.body}`);
  });
}

test('all of them are TypeScript as this project checks and formats it', async () => {
  await compile(folder);
  for (const file of written.map(fileOf)) {
    // Through stdin: the folder is one that git, and so biome, leaves alone.
    await run('sh', ['-c', `${bin('biome')} check --stdin-file-path=forms/x.ts < ${file} | diff ${file} -`], {
      cwd: root,
    });
  }
});
