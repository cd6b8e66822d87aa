import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { newProject } from './project-support.ts';

const INSTALL = 'ci --include=dev --no-audit --no-fund --loglevel=error';

test('a fresh clone is installed once, quietly, and then runs the script', async (t) => {
  const project = await newProject(t);
  await project.write('hello.ts', 'const text: string = "hello"; console.log(text);');
  const { output, exitCode } = await project.start('hello.ts').end;
  assert.equal(exitCode, 0, output);
  assert.match(output, /^Installing packages/);
  assert.match(output, /hello/);
  assert.doesNotMatch(output, /npm says a lot/);
  assert.equal((await project.start('hello.ts').end).output, 'hello\n');
  assert.deepEqual(await project.npmRuns(), [INSTALL]);
});

test('a changed lock file and a broken-off installation are installed anew', async (t) => {
  const project = await newProject(t);
  await project.write('hello.ts', '');
  await project.start('hello.ts').end;
  await project.lock({ one: '1.0.1' });
  await project.start('hello.ts').end;
  assert.equal((await project.npmRuns()).length, 2);
  await rm(join(project.folder, 'node_modules', '.package-lock.json'));
  await project.start('hello.ts').end;
  assert.equal((await project.npmRuns()).length, 3);
});

test('what npm said is shown where it failed', async (t) => {
  const project = await newProject(t);
  await project.write('hello.ts', 'console.log("not reached")');
  await project.write('npm-fails', '');
  const { output, exitCode } = await project.start('hello.ts').end;
  assert.equal(exitCode, 1);
  assert.match(output, /npm ERR! no network/);
  assert.match(output, /Installing packages.*: failed\. What npm said is above\./);
  assert.doesNotMatch(output, /not reached/);
});

test('two commands at once in a fresh clone install once', async (t) => {
  const project = await newProject(t);
  await project.write('hello.ts', 'console.log("hello")');
  const ends = await Promise.all([project.start('hello.ts').end, project.start('hello.ts').end]);
  for (const { output } of ends) assert.match(output, /hello/);
  assert.equal((await project.npmRuns()).length, 1);
});
