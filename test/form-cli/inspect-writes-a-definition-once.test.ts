import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startDemoTarget } from '../../local/demo-target.ts';
import { folderInProject, runForm, startPages } from './support.ts';

const demo = await startDemoTarget();
test.after(() => demo.stop());
const folder = await folderInProject();
const file = join(folder, 'demo.ts');
const url = `${demo.url}/register`;

test('the definition of a page that was never seen is written, tried and submitted by three commands', async () => {
  const inspected = await runForm(['inspect', url, '--name', 'demo', '--out', file]);
  assert.equal(inspected.exitCode, 0, inspected.err);
  assert.match(inspected.out, /Plain HTTP does/);
  assert.match(inspected.out, /import demo from '\.\/demo\.ts';\n.*\[ …, demo\];/);
  assert.equal(demo.posts(), 0);

  const data = { userId: 'u-1', fullName: 'Ana', email: 'ana@example.org', eventId: 'bali-expo', seats: 1 };
  const tried = await runForm(['try', file, '--data', '-'], JSON.stringify(data));
  assert.equal(tried.exitCode, 0, tried.err);
  assert.equal(demo.posts(), 0);

  const submitted = await runForm(['try', file, '--data', '-', '--submit'], JSON.stringify(data));
  assert.equal(submitted.exitCode, 0, submitted.out);
  assert.match(submitted.out, /submitted[\s\S]*registration is complete/);
  assert.equal(demo.entries().length, 1);

  const soldOut = JSON.stringify({ ...data, eventId: 'sold-out-gala' });
  const refused = await runForm(['try', file, '--data', '-', '--submit'], soldOut);
  assert.equal(refused.exitCode, 1);
  assert.match(refused.out, /refused\.\n {2}.*Sold out/);
  assert.equal(demo.entries().length, 1);
});

test('a second time it refuses to overwrite, before it opens the page; --force does', async () => {
  const written = await readFile(file, 'utf8');
  const requests = demo.requests().length;
  const again = await runForm(['inspect', url, '--name', 'demo', '--out', file]);
  assert.equal(again.exitCode, 1);
  assert.match(again.err, /exists: --force/);
  assert.equal(demo.requests().length, requests);
  assert.equal(await readFile(file, 'utf8'), written);
  const forced = await runForm(['inspect', url, '--name', 'other', '--out', file, '--force', '--json']);
  assert.equal(forced.exitCode, 0, forced.err);
  const { form, definition } = JSON.parse(forced.out);
  assert.equal(form.sender, 'http');
  assert.equal(form.fields.length, 5);
  assert.equal(await readFile(file, 'utf8'), definition);
  assert.match(definition, /name: 'other'/);
});

test('--out - writes the definition, and nothing else, to stdout', async () => {
  const { exitCode, out, err } = await runForm(['inspect', url, '--out', '-']);
  assert.equal(exitCode, 0);
  assert.match(out, /^import \{ z \}[\s\S]*name: 'event-registration'[\s\S]*\}\);\n$/);
  assert.match(err, /Plain HTTP does/);
});

test('what a page calls itself does not move the cursor', async () => {
  const pages = await startPages();
  const { exitCode, out, err } = await runForm(['inspect', `${pages.url}/hostile`, '--out', '-']);
  assert.equal(exitCode, 0, err);
  assert.ok(!`${out}${err}`.includes('\u001b'));
});

test('a private address that is not of this machine is not reached', async () => {
  const { exitCode, err } = await runForm(['inspect', 'http://10.1.2.3/form', '--out', '-']);
  assert.equal(exitCode, 1);
  assert.match(err, /not public/);
});
