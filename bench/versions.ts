import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const MODULES = join(import.meta.dirname, '..', 'node_modules');

/** The versions of installed packages, by their names. */
export async function versionsOf(...packages: readonly string[]): Promise<Record<string, string>> {
  const pairs = packages.map(async (name) => {
    const { version } = JSON.parse(await readFile(join(MODULES, name, 'package.json'), 'utf8'));
    return [name, String(version)] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}
