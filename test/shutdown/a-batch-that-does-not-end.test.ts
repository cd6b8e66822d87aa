import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { startChild } from '../../local/children.ts';
import { commandsOf, treeOf } from '../lambda/process-tree.ts';
import { until } from '../support/until.ts';

const SCRIPT = `
  import { warmBrowser } from './functions/warm-browser.ts';
  import { orEndProcess } from './cli/or-end-process.ts';
  await warmBrowser({ info() {}, warn() {}, count() {} }).newContext();
  console.log(await orEndProcess(2_000, 'told so by the test', () => Promise.resolve('in time')));
  await orEndProcess(2_000, 'told so by the test', () => new Promise(() => setInterval(() => {}, 1_000)));
`;

test('a batch that does not come to its end in time ends the process, with exit code 1 and without a browser left', async () => {
  const child = await startChild(process.execPath, ['--input-type=module-typescript', '--eval', SCRIPT], {
    cwd: new URL('../..', import.meta.url).pathname,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.process.stdout, child.process.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  await until('work that ends in time', () => printed.includes('in time'));
  const tree = treeOf(child.pid);
  assert.ok(commandsOf(child.pid).some((command) => command.includes('--sekali-folder')));
  await child.exited;
  assert.equal(child.process.exitCode, 1);
  assert.match(printed, /this process ends now.*told so by the test/);
  await until('the end of the browser', () => tree.every((pid) => !existsSync(`/proc/${pid}`)), 2_000);
});
