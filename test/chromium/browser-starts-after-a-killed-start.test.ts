import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { eventually, ownTemporaryFolder, processesWith } from './support.ts';

const temporary = ownTemporaryFolder();
const BROWSER = JSON.stringify(join(import.meta.dirname, '../../lib/chromium/browser.ts'));
const COLD_START = `
  import { WarmBrowser } from ${BROWSER};
  const browser = new WarmBrowser({ onFallback(reason) { throw new Error(reason) } });
  const { page } = await browser.newContext();
  console.log(await page.evaluate('40 + 2'));
  await browser.close();
`;
const PROGRAM = ['--input-type=module', '--eval', COLD_START];

test('killed while it extracts; then two cold starts at once: both get a browser, and one extraction stays', async () => {
  const killed = spawn(process.execPath, PROGRAM, { stdio: 'ignore' });
  const partial = () => readdirSync(temporary).find((name) => name.includes('.partial-')) ?? '';
  const size = () => statSync(join(temporary, partial(), 'chromium'), { throwIfNoEntry: false })?.size ?? 0;
  await eventually(() => size() > 20_000_000, 'the extraction is under way', 30_000);
  const exited = once(killed, 'exit');
  killed.kill('SIGKILL');
  await exited;
  assert.ok(size() > 20_000_000 && size() < 209_022_176, 'half a binary is left');

  const coldStart = () => promisify(execFile)(process.execPath, PROGRAM);
  const started = await Promise.all([coldStart(), coldStart()]);
  assert.deepEqual(
    started.map(({ stdout }) => stdout),
    ['42\n', '42\n'],
  );
  assert.match(readdirSync(temporary).join(), /^sekali-chromium-\d+-[\d.]+$/);
  assert.deepEqual(processesWith(temporary), []);
});
