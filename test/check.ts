/** Types, lint, format and import boundaries: `npm run check`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const BIN = join(import.meta.dirname, '..', 'node_modules', '.bin');
/** Biome colours its output even into a file. */
const COLOURS = process.stdout.isTTY ? [] : ['--colors=off'];
const CHECKS = {
  'types (tsc)': ['tsc', '--noEmit', '--project', 'tsconfig.json'],
  'lint, format and import boundaries (biome)': ['biome', 'ci', '--error-on-warnings', ...COLOURS, '.'],
} as const;

let failed = 0;
for (const [what, [program, ...args]] of Object.entries(CHECKS)) {
  const child = spawn(join(BIN, program), args, { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  console.log(`${code === 0 ? 'ok   ' : 'WRONG'}  ${what}`);
  if (code !== 0) failed++;
}
process.exitCode = failed === 0 ? 0 : 1;
