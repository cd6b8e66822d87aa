import assert from 'node:assert/strict';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf } from '../../lib/chromium/processes.ts';
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

test('whoever waits for another installation says for whose, and goes on when that is done', {
  skip: process.platform !== 'linux' && 'needs /proc',
}, async (t) => {
  const project = await newProject(t);
  await project.write('hello.ts', 'console.log("hello")');
  await mkdir(join(project.folder, '.sekali'));
  const owner = await identityOf(process.pid);
  await project.write('.sekali/installing', owner?.replace('-', ' ') ?? '');
  const running = project.start('hello.ts');
  await running.prints(`Waiting for another installation (process ${process.pid})\n`);
  await rm(join(project.folder, '.sekali', 'installing'));
  const { output } = await running.end;
  assert.match(output, /^Waiting .*\nInstalling .*\n(.*\n)*hello\n$/);
});

test('a lock that its owner left behind holds nobody up, not even when its number was given out again', {
  skip: process.platform !== 'linux' && 'needs /proc',
}, async (t) => {
  const project = await newProject(t);
  await project.write('hello.ts', 'console.log("hello")');
  await mkdir(join(project.folder, '.sekali'));
  for (const left of [`${process.pid} 1`, '4194305 1', '']) {
    await rm(join(project.folder, 'node_modules'), { recursive: true, force: true });
    await project.write('.sekali/installing', left);
    const { output, exitCode } = await project.start('hello.ts').end;
    assert.equal(exitCode, 0);
    assert.match(output, /^Installing.*\n(.*\n)*hello\n$/, left);
  }
});

test('Ctrl-C stops npm and what it started, hard if need be', async (t) => {
  const project = await newProject(t);
  await project.write('hello.ts', 'console.log("not reached")');
  await project.write(
    'npm-cli.js',
    `const { spawn } = require('node:child_process');
     process.on('SIGINT', () => {});
     setInterval(() => {}, 1000);
     const child = spawn('sh', ['-c', 'trap "" INT; sleep 60'], { stdio: 'inherit' });
     child.on('spawn', () => require('node:fs').writeFileSync('child.txt', String(child.pid)));`,
  );
  const running = project.start('hello.ts');
  const pid = await eventually(async () => Number(await readFile(join(project.folder, 'child.txt'), 'utf8')));
  const startedAt = performance.now();
  process.kill(running.pid, 'SIGINT');
  const { output, exitCode } = await running.end;
  assert.equal(exitCode, 130);
  assert.match(output, /Stopping npm\n/);
  assert.ok(performance.now() - startedAt < 8000);
  await eventually(async () => assert.throws(() => process.kill(pid, 0)));
});

/** The first answer that is no failure and not 0. @throws the last failure after 5 s */
async function eventually<T>(look: () => Promise<T>): Promise<T> {
  const end = performance.now() + 5000;
  for (;;) {
    try {
      const found = await look();
      if (found !== 0) return found;
      throw new Error('not there yet');
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await sleep(20);
  }
}
