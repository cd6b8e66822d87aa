import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

async function run(script: string, ...args: string[]) {
  const file = new URL(`../../local/${script}`, import.meta.url).pathname;
  const lua = new URL('../../local/lua.mjs', import.meta.url).href;
  // A script that did not stop at its arguments would start the stack: ended then, and its exit code is not the wanted.
  const child = spawn(process.execPath, [`--import=${lua}`, file, ...args], { timeout: 10_000 });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { output, errors, exitCode: child.exitCode };
}

test('help says what a command does and takes', async () => {
  const demo = await run('demo.ts', '--help');
  assert.deepEqual([demo.exitCode, demo.errors], [0, '']);
  assert.match(demo.output, /exactly once(.|\n)*--json FILE(.|\n)*npm run demo -- --json figures\.json/);
  const dev = await run('dev.ts', '-h');
  assert.deepEqual([dev.exitCode, dev.errors], [0, '']);
  assert.match(dev.output, /npm run dev/);
  const gallery = await run('gallery/measure.ts', '--help');
  assert.deepEqual([gallery.exitCode, gallery.errors], [0, '']);
  assert.match(gallery.output, /exactly one entry for each submission/);
});

test('a wrong argument is named, with the usage', async () => {
  for (const [script, argument] of [
    ['demo.ts', '--jsn'],
    ['demo.ts', '--json'],
    ['dev.ts', 'now'],
    ['gallery/measure.ts', '--jsn'],
  ] as const) {
    const { errors, exitCode } = await run(script, argument);
    assert.equal(exitCode, 2, errors);
    assert.ok(errors.includes(argument), errors);
    assert.match(errors, /npm run/);
    assert.doesNotMatch(errors, /^ +at /m);
  }
});

test('a file for the figures that cannot be written ends the demo before it starts', async () => {
  const { errors, exitCode } = await run('demo.ts', '--json', '/nowhere/figures.json');
  assert.equal(exitCode, 2, errors);
  assert.match(errors, /^--json \/nowhere\/figures\.json: cannot be written there \(ENOENT/);
});
