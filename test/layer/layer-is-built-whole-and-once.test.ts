import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildLayer } from '../../layers/chromium/build.ts';
import { readLayer } from '../../lib/chromium/layer.ts';
import { zipEntries } from '../../local/zip.ts';
import { eventually, ownTemporaryFolder } from '../chromium/support.ts';
import { packageToBuildFrom, smallLayer } from './layer.ts';

const temporary = ownTemporaryFolder();
// Lambda runs as another user, whatever the builder's umask.
process.umask(0o077);
const small = await smallLayer(join(temporary, 'small'));
const from = join(temporary, 'small', 'package', 'bin');
const silent = () => {};
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('two builds make the same zip, to the byte, in whatever time zone', async () => {
  process.env.TZ = 'Asia/Jakarta';
  const again = await buildLayer({ from, to: join(temporary, 'again'), say: silent });
  delete process.env.TZ;
  assert.ok(readFileSync(again.zip).equals(readFileSync(small.zip)));
});

test('the zip holds what lies in opt, for every user to read, and no more', async () => {
  const entries = await zipEntries(small.zip);
  const all = readdirSync(small.opt, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of all.filter((one) => one.isDirectory())) {
    assert.equal(statSync(join(parentPath, name)).mode & 0o777, 0o755, name);
  }
  const files = all.filter((one) => one.isFile());
  assert.equal(entries.length, files.length);
  for (const { name, mode, content } of entries) {
    assert.ok(content().equals(readFileSync(join(small.opt, name))), name);
    assert.equal(mode, 0o644);
    assert.equal(statSync(join(small.opt, name)).mode & 0o777, 0o644, name);
  }
  assert.equal(
    small.unzippedBytes,
    entries.reduce((sum, { unzippedBytes }) => sum + unzippedBytes, 0),
  );
  assert.deepEqual(
    entries.map(({ name }) => name).filter((name) => !name.startsWith('chromium/')),
    [
      ...['SourceHanSansCN.otf', 'SourceHanSansKR.otf', 'TwemojiMozilla.ttf'],
      ...['licences/SourceHanSans.txt', 'licences/TwemojiMozilla.txt'],
    ].map((name) => `fonts/${name}`),
  );
});

test('the manifest of the real layer is true', async () => {
  const { opt } = await buildLayer({ say: silent });
  const { manifest } = (await readLayer(join(opt, 'chromium'))) ?? assert.fail('no manifest');
  const names = ['chromium', 'swiftshader.tar', 'fonts.tar', 'al2023.tar'];
  assert.deepEqual(Object.keys(manifest.archives), names);
  for (const { file, sha256: named, frames } of Object.values(manifest.archives)) {
    const bytes = readFileSync(join(opt, 'chromium', file));
    assert.equal(sha256(bytes), named, file);
    let at = 0;
    for (const frame of frames) {
      // Bit 2 of the byte after the magic number: what comes out is checked by a hash at the end of the frame.
      assert.equal((bytes[at + 4] ?? 0) & 4, 4, `${file} at ${at}`);
      at += frame.bytes;
    }
    assert.equal(at, bytes.length, file);
  }
  const inflated = manifest.archives.chromium.frames.reduce(
    (sum, { inflatedBytes }) => sum + inflatedBytes,
    0,
  );
  assert.equal(inflated, 209_022_176);
});

test('a layer that is there is used as it is; one cut short, or with a file missing or too many, is built anew', async () => {
  const to = join(temporary, 'small', 'layer');
  const build = async () => {
    const lines: string[] = [];
    await buildLayer({ from, to, say: (line) => lines.push(line) });
    return lines.some((line) => line.startsWith('building'));
  };
  const good = readFileSync(small.zip);
  const archive = join(small.opt, 'chromium', 'chromium.zst');
  assert.equal(await build(), false);
  for (const harm of [
    () => truncateSync(archive, 100),
    () => rmSync(small.zip),
    () => writeFileSync(join(small.opt, 'more'), ''),
    () => rmSync(join(to, 'stamp.json')),
    () => writeFileSync(join(from, '..', 'package.json'), '{"name":"@sparticuz/chromium","version":"0.0.2"}'),
  ]) {
    harm();
    assert.equal(await build(), true, String(harm));
    assert.equal(await build(), false);
  }
  assert.ok(!readFileSync(small.zip).equals(good), 'the version is in it');
});

test('a build that is killed leaves nothing that is taken for a layer; the next one builds it and cleans up', async () => {
  const folder = join(temporary, 'killed');
  const to = join(folder, 'layer');
  const large = await packageToBuildFrom(join(folder, 'package'), randomBytes(60_000_000));
  const lib = JSON.stringify(join(import.meta.dirname, '../../layers/chromium/build.ts'));
  const program = `
    import { buildLayer } from ${lib};
    await buildLayer(${JSON.stringify({ from: large, to })});
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' });
  const started = () => readdirSync(folder).some((name) => name.includes('.partial-'));
  await eventually(started, 'the build is under way', 20_000);
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  assert.ok(started() && !readdirSync(folder).includes('layer'));

  await Promise.all([1, 2].map(() => buildLayer({ from: large, to, say: silent })));
  assert.deepEqual(readdirSync(folder).sort(), ['layer', 'package']);
  assert.ok(await readLayer(join(to, 'opt', 'chromium')));
});

test('a package that is missing is named, and nothing is left', async () => {
  const folder = join(temporary, 'missing');
  mkdirSync(folder);
  const build = buildLayer({ from: join(folder, 'bin'), to: join(folder, 'layer'), say: silent });
  await assert.rejects(build, /No Chromium package at .*missing\/bin/);
  assert.deepEqual(readdirSync(folder), []);
});
