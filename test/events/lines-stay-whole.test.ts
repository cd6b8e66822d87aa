import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROCESSES = 6;
const EACH = 50;
/** More than a pipe or a page takes at once. */
const LONG = 50_000;

const folder = await mkdtemp(join(tmpdir(), 'sekali-events-'));
after(() => rm(folder, { recursive: true }));

test('many processes write to one file at the same time: every line is there, and whole', async () => {
  const file = join(folder, 'made', 'on', 'demand', 'events.jsonl');
  const sink = new URL('../../lib/events/file-sink.ts', import.meta.url).href;
  const script = `
    const { fileSink } = await import(${JSON.stringify(sink)});
    const sink = fileSink(process.argv[1]);
    await Promise.all(Array.from({ length: ${EACH} }, (_, nth) =>
      sink.put({ id: process.pid + '/' + nth, label: 'x'.repeat(${LONG}) }, AbortSignal.timeout(60_000))));
  `;
  await Promise.all(
    Array.from({ length: PROCESSES }, () =>
      run(process.execPath, ['--input-type=module', '--eval', script, file]),
    ),
  );
  const lines = (await readFile(file, 'utf8')).split('\n');
  assert.equal(lines.pop(), '');
  const whole = new RegExp(`^{"id":"\\d+/\\d+","label":"x{${LONG}}"}$`);
  assert.ok(lines.every((line) => whole.test(line)));
  assert.equal(new Set(lines).size, PROCESSES * EACH);
});
