import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { overLimit, tableOf } from '../../local/packaged.ts';
import { packageService } from '../../local/packaging.ts';
import { zipEntries } from '../../local/zip.ts';

const MIB = 1024 * 1024;
const archive = (name: string, unzippedBytes: number) => ({ name, file: '', zipBytes: 0, unzippedBytes });
const packageOf = (functionBytes: number) => {
  const layer = archive('layer', 200 * MIB);
  return { functions: [{ ...archive('worker', functionBytes), layers: [layer] }], layers: [layer] };
};

test('a function and its layers may have 250 MiB together, unzipped, and not a byte more', () => {
  assert.deepEqual(overLimit(packageOf(50 * MIB)), []);
  const [line, ...more] = overLimit(packageOf(50 * MIB + 1));
  assert.deepEqual(more, []);
  assert.match(
    line ?? '',
    /^The layer \(200\.0 MiB\) and worker \(50\.0 MiB\) are .* over Lambda's 250\.0 MiB/,
  );
  assert.match(tableOf(packageOf(20 * MIB)), /worker .* 20\.0 .* 220\.0/);
});

test('packaging that takes too long is ended, and said to have been', async () => {
  const root = await mkdtemp(join(tmpdir(), 'sekali-late-'));
  after(() => rm(root, { recursive: true, force: true }));
  await writeFile(
    join(root, 'serverless.yml'),
    'service: late\nprovider: { name: aws }\nplugins: [./late.cjs]\n',
  );
  await writeFile(join(root, 'late.cjs'), 'setInterval(() => {}, 1000); while (true);');
  await assert.rejects(
    packageService({ root, args: [], onLine: () => {}, timeLimitMs: 1_000 }),
    /did not end within 1 s and was stopped/,
  );
});

test('an archive that is none, or damaged, is not taken for one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sekali-zip-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'a.zip');
  // One stored file "a" with the content "x".
  const zip = Buffer.from(
    '504b0304140000000000000021008316dc8c01000000010000000100000061' +
      '78504b01021403140000000000000021008316dc8c0100000001000000010000000000000000000000a4810000000061' +
      '504b050600000000010001002f000000200000000000',
    'hex',
  );
  await writeFile(file, zip);
  const [entry, ...others] = await zipEntries(file);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [entry?.name, entry?.unzippedBytes, entry?.mode, String(entry?.content())],
    ['a', 1, 0o644, 'x'],
  );

  const damaged = Buffer.from(zip);
  damaged.write('y', 31);
  await writeFile(file, damaged);
  await assert.rejects(entryOf(file), /a is damaged/);
  await writeFile(file, zip.subarray(0, 40));
  await assert.rejects(zipEntries(file), /is no whole zip archive/);
});

async function entryOf(file: string): Promise<Buffer | undefined> {
  return (await zipEntries(file))[0]?.content();
}
