import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Extracted } from '../../lib/chromium/extract.ts';
import { isInflated } from '../../lib/chromium/inflate.ts';
import { findPackage } from '../../lib/chromium/package.ts';
import { ownTemporaryFolder } from './support.ts';

const run = promisify(execFile);
const to = ownTemporaryFolder();

const extractThrice = `
  import { statSync } from 'node:fs';
  import { extractChromium } from ${JSON.stringify(join(import.meta.dirname, '../../lib/chromium/extract.ts'))};
  const all = [1, 2, 3].map(() => extractChromium({ to: ${JSON.stringify(to)} }));
  const got = await Promise.all(all);
  console.log(JSON.stringify({ shared: all[0] === all[2], got, inode: statSync(got[0].executablePath).ino }));
`;

test('two processes with three concurrent calls each end with one good folder', async () => {
  const child = () => run(process.execPath, ['--input-type=module', '--eval', extractThrice]);
  const outputs = await Promise.all([child(), child()]);
  const results = outputs.map(
    ({ stdout }) => JSON.parse(stdout) as { shared: boolean; got: Extracted[]; inode: number },
  );

  for (const { shared, got } of results) {
    assert.ok(shared, 'calls in one process share one extraction');
    assert.deepEqual(got, Array(3).fill(results[0]?.got[0]));
  }
  assert.equal(results[0]?.inode, results[1]?.inode, 'the loser uses the folder of the winner');
  const path = results[0]?.got[0]?.executablePath ?? '';
  const folder = dirname(path);
  assert.deepEqual(readdirSync(to), [folder.slice(to.length + 1)], 'the loser has removed its folder');
  assert.ok(await isInflated(folder, await findPackage()));
  assert.equal(statSync(join(folder, 'chromium')).size, 209_022_176);

  const { stdout } = await run(path, ['--version'], { env: { ...results[0]?.got[0]?.env } });
  assert.match(stdout, /153\.0\.8010/);
});
