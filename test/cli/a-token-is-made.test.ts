import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { readTokens, whoseIs } from '../../lib/config/tokens.ts';

const command = join(import.meta.dirname, '../../cli/token.ts');
const run = (...args: string[]) => promisify(execFile)(process.execPath, [command, ...args]);

test('what it prints lets the token in, once it is in the list', async () => {
  const { stdout } = await run('web-shop', '--role', 'send');
  const { secret, token } = JSON.parse(stdout);
  assert.match(secret, /^sekali_[\w-]{43}$/);
  assert.deepEqual(whoseIs(secret, readTokens(JSON.stringify([token]))), { name: 'web-shop', role: 'send' });
});

test('wrong usage makes none', async () => {
  for (const args of [
    [],
    ['a', 'b', '--role', 'send'],
    ['a'],
    ['a', '--role', 'root'],
    ['a b', '--role', 'send'],
  ]) {
    await assert.rejects(run(...args), { code: 2, stdout: '' });
  }
});
