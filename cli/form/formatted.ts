import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from './root.ts';

/** TypeScript as this project formats it. @throws Error when it is no TypeScript */
export async function formatted(code: string): Promise<string> {
  const biome = spawn(
    join(root, 'node_modules/.bin/biome'),
    ['format', '--stdin-file-path=forms/written.ts'],
    { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  biome.stdin.end(code);
  const [out, errors, [exitCode]] = await Promise.all([
    text(biome.stdout),
    text(biome.stderr),
    once(biome, 'close') as Promise<[number | null]>,
  ]);
  if (exitCode !== 0)
    throw new Error(`the definition could not be formatted: ${errors.trim().slice(0, 500)}`);
  return `${out.trimEnd()}\n`;
}
