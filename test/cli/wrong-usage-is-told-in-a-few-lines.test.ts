import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { sekali } from './support.ts';

const ROOT = join(import.meta.dirname, '../..');
const RUN = join(ROOT, 'local/run.mjs');

/** A command that is no part of `sekali`. */
function run(file: string, ...args: string[]) {
  return new Promise<{ errors: string; exitCode: unknown }>((resolve) => {
    execFile(process.execPath, [RUN, join(ROOT, file), ...args], (error, _output, errors) =>
      resolve({ errors, exitCode: error?.code ?? 0 }),
    );
  });
}

const cases = [
  [
    () => sekali(['send']).ran,
    [/missing required argument/, /^Usage: npx sekali send \[options\] <file>$/, /^npx sekali help send has/],
  ],
  [
    () => sekali(['list', '--url', 'ftp://x']).ran,
    [/https:/, /^Usage: npx sekali list \[options\] \[phase\]$/, /^npx sekali help list has/],
  ],
  [() => sekali(['nope']).ran, [/unknown command 'nope'/, /^npx sekali help lists the commands/]],
  [
    () => sekali(['doctor', '--nope']).ran,
    [/--nope/, /^ {2}npx sekali doctor \[--stage local\]/, /^npx sekali doctor --help tells more/],
  ],
  [
    () => run('cli/form.ts', 'inspect'),
    [
      /^One command, and one URL or NAME/,
      /^ {2}npm run form -- inspect URL/,
      /^ {2}npm run form -- try NAME/,
      /^npm run form -- --help tells more/,
    ],
  ],
] as const;

test('what is wrong, how it is written, and where its help is: no more, and exit code 2', async () => {
  for (const [act, wanted] of cases) {
    const { errors, exitCode } = await act();
    assert.equal(exitCode, 2, errors);
    const lines = errors.trimEnd().split('\n');
    assert.equal(lines.length, wanted.length, errors);
    for (const [nth, pattern] of wanted.entries()) assert.match(lines[nth] ?? '', pattern);
  }
});
