import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { extractChromium } from '../../lib/chromium/extract.ts';
import { isInflated } from '../../lib/chromium/inflate.ts';
import { findPackage } from '../../lib/chromium/package.ts';
import { identityOf } from '../../lib/chromium/processes.ts';
import { smallPackage } from './package-fixture.ts';
import { eventually, ownTemporaryFolder } from './support.ts';

const temporary = ownTemporaryFolder();
const from = await smallPackage(join(temporary, 'package'));
const to = join(temporary, 'to');
const name = `sekali-chromium-${process.getuid?.()}-0.0.1`;
const folder = join(to, name);

beforeEach(() => {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
});

/** Extracts, and checks that the result is good and alone. */
async function extractWell(): Promise<void> {
  const { executablePath } = await extractChromium({ from, to });
  assert.equal(dirname(executablePath), folder);
  assert.ok(await isInflated(folder, await findPackage(from)));
  assert.deepEqual(readdirSync(to), [name]);
}

test('a good folder is used as it is', async () => {
  await extractWell();
  const before = statSync(join(folder, 'chromium'));
  await extractWell();
  assert.deepEqual(statSync(join(folder, 'chromium')).ino, before.ino);
});

test('a folder with a truncated binary is replaced', async () => {
  await extractWell();
  const size = statSync(join(folder, 'chromium')).size;
  truncateSync(join(folder, 'chromium'), size - 1);
  await extractWell();
  assert.equal(statSync(join(folder, 'chromium')).size, size);
});

test('a folder made by another version of the project is replaced', async () => {
  await extractWell();
  const configuration = join(folder, 'fonts', 'fonts.conf');
  const current = readFileSync(configuration, 'utf8');
  writeFileSync(configuration, current.replace('/opt/fonts', '/old/fonts'));
  await extractWell();
  assert.equal(readFileSync(configuration, 'utf8'), current);
});

test('a folder made before the machine was started is replaced: not all of it may have come to the disk', async () => {
  await extractWell();
  const manifest = join(folder, 'manifest.json');
  const current = JSON.parse(readFileSync(manifest, 'utf8'));
  assert.match(current.boot, /^[0-9a-f-]{36}\n$/);
  writeFileSync(manifest, JSON.stringify({ ...current, boot: 'an earlier one' }));
  await extractWell();
  assert.deepEqual(JSON.parse(readFileSync(manifest, 'utf8')), current);
});

test('a folder with a library missing is replaced', async () => {
  await extractWell();
  rmSync(join(folder, 'libGLESv2.so'));
  await extractWell();
});

test('a foreign folder, a file and a dead link of that name are replaced', async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'chromium'), 'not ours');
  await extractWell();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file');
  await extractWell();
  rmSync(folder, { recursive: true });
  symlinkSync('/nowhere', folder);
  await extractWell();
});

test('a folder of another user is not trusted', {
  skip: process.getuid?.() !== 0 && 'needs root',
}, async () => {
  await extractWell();
  const theirs = statSync(folder).ino;
  chownSync(folder, 65_534, 65_534);
  await extractWell();
  assert.notEqual(statSync(folder).ino, theirs);
});

test('a broken package leaves nothing behind and says so', async () => {
  const broken = await smallPackage(join(temporary, 'broken'));
  truncateSync(join(broken, 'chromium.br'), statSync(join(broken, 'chromium.br')).size - 10);
  await assert.rejects(
    extractChromium({ from: broken, to }),
    /could not be extracted .* unexpected end of file/,
  );
  assert.deepEqual(readdirSync(to), []);
});

test('what a killed extraction left is swept', async () => {
  const lib = JSON.stringify(join(import.meta.dirname, '../../lib/chromium/extract.ts'));
  const script = `import { extractChromium } from ${lib}; await extractChromium({ to: ${JSON.stringify(to)} });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  const partial = () => readdirSync(to).find((name) => name.includes('.partial-'));
  const size = () => statSync(join(to, partial() ?? '', 'chromium'), { throwIfNoEntry: false })?.size ?? 0;
  await eventually(() => size() > 1_000_000, 'the child inflates', 10_000);
  child.kill('SIGKILL');
  await eventually(() => child.signalCode !== null, 'the child is dead');
  assert.ok(partial() !== undefined);
  await extractWell();
});

test('the folder of an extraction that still runs is not swept, unless it takes far too long', async () => {
  const partial = join(to, `${name}.partial-${await identityOf(process.pid)}-00000000`);
  mkdirSync(partial);
  await extractChromium({ from, to });
  assert.ok(statSync(partial).isDirectory());
  const sixMinutesAgo = Date.now() / 1000 - 360;
  utimesSync(partial, sixMinutesAgo, sixMinutesAgo);
  await extractWell();
});

test('what other users have there is left alone: it could be neither used nor removed', async () => {
  const theirs = [`sekali-chromium-${Number(process.getuid?.()) + 1}-0.0.1`, 'sekali-chromium-0.0.1'];
  for (const folder of theirs.flatMap((one) => [one, `${one}.partial-1-1-00000000`]))
    mkdirSync(join(to, folder));
  await extractChromium({ from, to });
  assert.equal(readdirSync(to).length, 5);
});
