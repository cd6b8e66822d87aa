import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const name = '@sparticuz/chromium';

/** Where the compressed Chromium lies, and which version it is. */
export interface ChromiumPackage {
  readonly binFolder: string;
  readonly version: string;
}

/**
 * Finds the installed Chromium package; none of its code is run.
 * @param binFolder its `bin` folder, where that is not to be looked up
 * @throws Error that says where it was looked for
 */
export async function findPackage(binFolder: string = lookUp()): Promise<ChromiumPackage> {
  const file = join(binFolder, '..', 'package.json');
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new Error(
      `No Chromium package at ${binFolder}: ${file} cannot be read. Give the bin folder of ${name}.`,
      { cause },
    );
  });
  const about = JSON.parse(text) as { name?: unknown; version?: unknown };
  if (about.name !== name || typeof about.version !== 'string') {
    throw new Error(`${file} is not that of ${name}. Give the bin folder of that package.`);
  }
  return { binFolder, version: about.version };
}

function lookUp(): string {
  // `require.resolve` also looks in NODE_PATH, where Lambda has its layers; `import.meta.resolve` does not.
  const require = createRequire(import.meta.url);
  try {
    return join(dirname(require.resolve(name)), '..', 'bin');
  } catch (cause) {
    const places = require.resolve.paths(name) ?? [];
    throw new Error(
      `${name} is not installed, or was bundled (it must stay external). Looked in: ${places.join(', ')}`,
      { cause },
    );
  }
}
