/** `npm run mutations`: breaks one guard after the other in a copy of the tree, and sees whether a test notices. */
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { argumentsOr } from '../../cli/arguments.ts';
import { progressLine } from '../../cli/progress-line.ts';
import { startChild } from '../../local/children.ts';
import { beforeEnd } from '../../local/lifetime.ts';
import { GUARDS, type Guard } from './guards.ts';

const USAGE = `Breaks each guard of the protocol in a copy of the tree and runs the tests that should notice. A guard that nothing notices
guards nothing. Takes some minutes.

  npm run mutations -- [--only TEXT] [--json FILE]

  --only TEXT   the guards whose name contains TEXT
  --json FILE   write who noticed what to FILE, as JSON

Example
  npm run mutations -- --only flightGrace

Exit code 0: every broken guard turned a test red. 1: one did not. 2: wrong usage.`;

/** Of one test file, milliseconds. */
const LIMIT_MS = 150_000;
const ROOT = join(import.meta.dirname, '..', '..');

const { guards, json } = await argumentsOr(USAGE, () => {
  const { values } = parseArgs({
    options: { only: { type: 'string', default: '' }, json: { type: 'string' } },
  });
  const chosen = GUARDS.filter(({ guard }) => guard.includes(values.only));
  if (chosen.length === 0) throw new Error(`No guard's name contains "${values.only}".`);
  return { guards: chosen, json: values.json };
});

const copy = await mkdtemp(join(tmpdir(), 'sekali-mutations-'));
const forget = beforeEnd(() => rm(copy, { recursive: true, force: true }));
const progress = progressLine();
const results: { guard: string; file: string; noticedBy: string[] }[] = [];
try {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of files.trim().split('\n')) {
    await cp(join(ROOT, file), join(copy, file)).catch(gone);
  }
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

  progress.show('the tests as they are');
  const all = [...new Set(guards.flatMap(({ tests }) => tests))];
  const red = await redOf(all);
  if (red.length > 0) throw new Error(`Red without any mutation: ${red.join(', ')}`);

  for (const [nth, guard] of guards.entries()) {
    progress.show(`${nth + 1} of ${guards.length}: ${guard.guard}`);
    results.push({ guard: guard.guard, file: guard.file, noticedBy: await noticedBy(guard) });
  }
} finally {
  progress.end();
  await rm(copy, { recursive: true, force: true });
  forget();
}
const table = new Table({ head: ['guard', 'broken', 'noticed by'], style: { head: [], border: [] } });
for (const { guard, file, noticedBy: tests } of results) {
  table.push([guard, file, tests.join('\n') || 'NOBODY']);
}
const unnoticed = results.filter(({ noticedBy: tests }) => tests.length === 0).length;
console.log(table.toString());
console.log(unnoticed === 0 ? 'Every broken guard was noticed.' : `${unnoticed} were not noticed.`);
if (json !== undefined) await writeFile(json, `${JSON.stringify(results, null, 2)}\n`);
process.exitCode = unnoticed === 0 ? 0 : 1;

async function noticedBy({ file, find, replace, tests }: Guard): Promise<string[]> {
  const place = join(copy, file);
  const source = await readFile(place, 'utf8');
  if (source.split(find).length !== 2) throw new Error(`${file} must hold exactly once: ${find}`);
  await writeFile(
    place,
    source.replace(find, () => replace),
  );
  try {
    return await redOf(tests);
  } finally {
    await writeFile(place, source);
  }
}

/** Those of some test files that fail. A test that broke half-way may leave connections open: none of them is waited for. */
async function redOf(tests: readonly string[]): Promise<string[]> {
  const red: string[] = [];
  for (const test of tests) {
    const child = await startChild(
      process.execPath,
      ['--test', '--test-force-exit', '--test-timeout=120000', test],
      {
        cwd: copy,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    // A broken guard may lead round in circles for ever.
    const tooLong = setTimeout(() => void child.kill('SIGKILL'), LIMIT_MS);
    const output = child.process.stdout === null ? '' : await text(child.process.stdout);
    await child.exited;
    clearTimeout(tooLong);
    // A file that cannot even be loaded has noticed nothing.
    if (/SyntaxError|ERR_MODULE_NOT_FOUND/.test(output)) throw new Error(`${test} does not load:\n${output}`);
    if (child.process.exitCode !== 0) red.push(test);
  }
  return red;
}

/** Deleted in the tree, and git has not heard of it. */
function gone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
