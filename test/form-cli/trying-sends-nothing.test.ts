import assert from 'node:assert/strict';
import { access, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startDemoTarget } from '../../local/demo-target.ts';
import { definitionFor, folderInProject, inspectForm, runForm, startPages } from './support.ts';

const demo = await startDemoTarget();
test.after(() => demo.stop());
process.env.SEKALI_DEMO_TARGET = demo.url;
const pages = await startPages();
const folder = await folderInProject();
const data = JSON.stringify({
  userId: 'u-1',
  fullName: 'Ana',
  email: 'ana@example.org',
  eventId: 'bali-expo',
  seats: 2,
});

test('a form in the browser: the whole request is shown, and nothing was sent', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'form-')), 'data.json');
  await writeFile(file, data);
  const { exitCode, out, err } = await runForm(['try', 'event-registration', '--data', file, '--json']);
  assert.equal(exitCode, 0, err);
  const trial = JSON.parse(out);
  assert.equal(trial.wouldSubmit, true);
  assert.equal(trial.request.method, 'POST');
  assert.equal(trial.request.url, `${demo.url}/register`);
  assert.equal(trial.request.headers['content-type'], 'application/x-www-form-urlencoded');
  const values = Object.fromEntries(
    trial.request.body.parts.map((part: { name: string; value: string }) => [part.name, part.value]),
  );
  assert.deepEqual(
    { ...values, csrf: '' },
    { csrf: '', userId: 'u-1', fullName: 'Ana', email: 'ana@example.org', eventId: 'bali-expo', seats: '2' },
  );
  await access(trial.picture.file);
  assert.ok(trial.steps.length > 3);
  assert.match(err, /Lets through 127\.0\.0\.1:\d+/);
  assert.equal(demo.posts(), 0);
});

test('a form of the sender http, by the path of its definition and without a browser: the same', async () => {
  const { page, ...form } = await inspectForm(pages, '/plain');
  const file = join(folder, 'plain.ts');
  await writeFile(file, await definitionFor(page, form, 'plain'));
  const { exitCode, out, err } = await runForm(['try', file, '--data', '-'], '{"name":"Ana"}');
  assert.equal(exitCode, 0, err);
  assert.match(
    out,
    /plain would submit[\s\S]*POST http:\/\/[\d.:]+\/sent[\s\S]*name +│ Ana[\s\S]*csrf +│ t-1/,
  );
  assert.doesNotMatch(err, /Chromium/);
  assert.equal(pages.count('POST'), 0);
});

test('what the page says before the submit is told, and that it would not submit', async () => {
  const form = await inspectForm(pages, '/thanks-before');
  const file = join(folder, 'closed.ts');
  const written = await definitionFor(form.page, form, 'closed');
  await writeFile(
    file,
    written
      .replace('label:', 'refused: ({ text }) => /All fields[^.]*/.exec(text)?.[0],\n  label:')
      .replace(/ {2}refused: sentenceWith\([^;]*?\),\n/, ''),
  );
  const { exitCode, out } = await runForm(['try', file, '--data', '-'], '{"name":"Ana"}');
  assert.equal(exitCode, 1);
  assert.match(out, /would not submit[\s\S]*"refused" before anything is filled in: All fields are required/);
});

test('with --submit it is submitted exactly once, after saying that there is no ledger', async () => {
  const { exitCode, out, err } = await runForm(
    ['try', 'event-registration', '--data', '-', '--submit'],
    data,
  );
  assert.equal(exitCode, 0, err);
  assert.match(err, /no ledger behind this/);
  assert.match(out, /submitted\. The receipt:\n {2}R-00001/);
  const picture = /judged: (.*)/.exec(out)?.[1] ?? '';
  await access(picture);
  assert.equal(demo.posts(), 1);
  assert.equal(demo.entries().length, 1);
});
