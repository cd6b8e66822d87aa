import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { announce, runningStack } from '../../local/running.ts';
import { temporaryFolder } from './support.ts';

const STACK = {
  params: { redisUrl: 'redis://127.0.0.1:7001', sqsEndpoint: 'http://127.0.0.1:7002' },
  apiUrl: 'http://127.0.0.1:7003',
};

test('while it is up, and not after its end', async () => {
  const file = join(await temporaryFolder(), '.sekali', 'local.json');
  assert.equal(await runningStack(file), undefined);
  const forget = await announce(STACK, file);
  assert.deepEqual(await runningStack(file), STACK);
  await forget();
  assert.equal(await runningStack(file), undefined);
  await assert.rejects(readFile(file));
});

test('what a killed one left behind is no stack, even where its process number is in use again', async () => {
  const file = join(await temporaryFolder(), 'local.json');
  await announce(STACK, file);
  const left = JSON.parse(await readFile(file, 'utf8'));
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  await writeFile(file, JSON.stringify({ ...left, pid: child.pid }));
  assert.equal(await runningStack(file), undefined);
  await writeFile(file, JSON.stringify({ ...left, pid: process.ppid }));
  assert.equal(await runningStack(file), undefined);
  await writeFile(file, 'half of');
  assert.equal(await runningStack(file), undefined);
});

test('one that ends leaves alone what another has written since', async () => {
  const file = join(await temporaryFolder(), 'local.json');
  const forget = await announce(STACK, file);
  const other = { ...JSON.parse(await readFile(file, 'utf8')), pid: process.ppid };
  await writeFile(file, JSON.stringify(other));
  await forget();
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), other);
});
