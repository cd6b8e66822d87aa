import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { browserPid, ownTemporaryFolder, warmBrowser } from './support.ts';

ownTemporaryFolder();

test('the browser gets what it needs of the environment and nothing else', async () => {
  const secrets = [
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'REDIS_URL',
    'SEKALI_PEPPER',
    'NODE_OPTIONS',
  ];
  for (const name of secrets) process.env[name] = name === 'NODE_OPTIONS' ? '' : 'must-not-leak';
  const loan = await warmBrowser().newContext();
  const environment = readFileSync(`/proc/${await browserPid(loan.context)}/environ`, 'utf8')
    .split('\0')
    .filter(Boolean);
  const names = environment.map((entry) => entry.split('=')[0]).sort();
  // PWD is the start script's doing.
  assert.deepEqual(names, ['FONTCONFIG_PATH', 'HOME', 'LANG', 'LD_LIBRARY_PATH', 'PWD', 'TMPDIR']);
  assert.equal(environment.join().includes('must-not-leak'), false);
  assert.equal(await loan.page.evaluate('navigator.language'), 'en-US');
});
