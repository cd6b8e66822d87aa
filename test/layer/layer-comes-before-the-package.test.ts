import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { buildLayer } from '../../layers/chromium/build.ts';
import { extractChromium, isExtracted } from '../../lib/chromium/extract.ts';
import { findPackage } from '../../lib/chromium/package.ts';
import { eventually, ownTemporaryFolder } from '../chromium/support.ts';
import { copyOf, smallLayer } from './layer.ts';

const temporary = ownTemporaryFolder();
const small = await smallLayer(temporary);
const folder = join(small.opt, 'chromium');

test('a mounted layer is found first, then the installed package', async () => {
  const found = await findPackage(undefined, folder);
  assert.equal(found.binFolder, folder);
  assert.equal(found.version, '0.0.1');
  assert.match(found.build, /^0\.0\.1-[0-9a-f]{12}$/);
  const installed = await findPackage(undefined, join(temporary, 'nothing'));
  assert.match(installed.binFolder, /@sparticuz\/chromium\/bin$/);
  assert.equal(installed.layer, undefined);
});

test('a mounted layer that is no good is an error: the package does not hide it', async () => {
  const bad = copyOf(small, join(temporary, 'bad'));
  writeFileSync(join(bad, 'manifest.json'), '');
  await assert.rejects(findPackage(undefined, bad), /manifest of the Chromium layer/);
});

test('what a layer inflates to is what the package inflates to, and lies beside it', async () => {
  const to = join(temporary, 'both');
  const fromLayer = await extractChromium({ from: folder, to });
  const fromPackage = await extractChromium({ from: join(temporary, 'package', 'bin'), to });
  const [ours, theirs] = [fromLayer, fromPackage].map(({ executablePath }) => dirname(executablePath));
  assert.ok(ours && theirs && ours !== theirs);
  const files = readdirSync(theirs, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  assert.ok(files.length > 10);
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    const same = join(ours, file.slice(theirs.length));
    // It names the layer's fonts.
    if (name === 'fonts.conf') continue;
    assert.equal(statSync(same).mode, statSync(file).mode, same);
    if (name !== 'manifest.json') assert.ok(readFileSync(same).equals(readFileSync(file)), same);
  }
  assert.ok(await isExtracted({ from: folder, to }));
});

test('killed while the real layer is inflated; then two at once: one whole extraction, and nothing else', async () => {
  const { opt } = await buildLayer({ say: () => {} });
  const to = join(temporary, 'killed');
  const from = join(opt, 'chromium');
  const lib = JSON.stringify(join(import.meta.dirname, '../../lib/chromium/extract.ts'));
  const program = `
    import { extractChromium } from ${lib};
    console.log((await extractChromium(${JSON.stringify({ from, to })})).executablePath);
  `;
  const args = ['--input-type=module', '--eval', program];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const names = () => (readdirSync(temporary).includes('killed') ? readdirSync(to) : []);
  const written = () => {
    const about = statSync(join(to, names()[0] ?? '', 'chromium'), { throwIfNoEntry: false });
    return (about?.blocks ?? 0) * 512;
  };
  await eventually(() => written() > 1_000_000, 'it inflates', 20_000);
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  assert.match(names().join(), /\.partial-/);
  assert.equal(await isExtracted({ from, to }), false);

  const both = await Promise.all([1, 2].map(() => promisify(execFile)(process.execPath, args)));
  const [path = ''] = both.map(({ stdout }) => stdout.trim());
  assert.equal(both[1]?.stdout.trim(), path);
  assert.deepEqual(names(), [dirname(path).slice(to.length + 1)]);
  const { env } = await extractChromium({ from, to });
  const { stdout } = await promisify(execFile)(path, ['--version'], { env: { ...env } });
  assert.match(stdout, /153\.0\.8010/);
  rmSync(to, { recursive: true });
});
