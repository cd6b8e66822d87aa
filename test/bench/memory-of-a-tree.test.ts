import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { memoryOf, openFilesOf } from '../../bench/load/tree-memory.ts';
import { startChild } from '../../local/children.ts';

const HOLD = `globalThis.kept = Buffer.alloc(64e6, 1); console.log('ready'); setInterval(() => {}, 1000)`;
const START = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(HOLD)}], { stdio: 'inherit' })`;

test('the memory of a process is told apart from that of what it started', async (context) => {
  const child = await startChild(process.execPath, ['-e', START], { stdio: ['ignore', 'pipe', 'inherit'] });
  context.after(() => child.stop());
  const { stdout } = child.process;
  assert.ok(stdout);
  await once(stdout, 'data');
  const { ownBytes, childrenBytes } = memoryOf(child.pid);
  assert.ok(ownBytes > 5e6 && ownBytes < 60e6, `own: ${ownBytes}`);
  assert.ok(childrenBytes > 64e6, `children: ${childrenBytes}`);
  assert.ok(openFilesOf(child.pid) > 3);
  assert.deepEqual(memoryOf(2 ** 30), { ownBytes: 0, childrenBytes: 0 });
});
