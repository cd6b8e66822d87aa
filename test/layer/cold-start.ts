import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const OURS = JSON.stringify(join(import.meta.dirname, '../../lib/chromium/extract.ts'));

/**
 * Gives the processes that this one starts from now on the machine's cores before any other work, where the system lets us (as
 * root): both ways alike, and as alone as in Lambda.
 */
export function comeFirst(): void {
  try {
    setPriority(-20);
  } catch {
    // Then the other work makes it less exact.
  }
}

/** Programs that extract Chromium into the temporary folder, and print the milliseconds that it took them. */
const programs = {
  layer: (folder: string) => `
    import { extractChromium } from ${OURS};
    const startedAt = performance.now();
    await extractChromium({ from: ${JSON.stringify(folder)} });
    console.log(performance.now() - startedAt);
  `,
  package: () => `
    import chromium from '@sparticuz/chromium';
    const startedAt = performance.now();
    await chromium.executablePath();
    console.log(performance.now() - startedAt);
  `,
};

/**
 * How long it takes a new process, in a temporary folder with nothing in it, to come to a Chromium that it can start.
 * @param layerFolder the layer's `chromium` folder
 * @returns milliseconds
 */
export async function coldStartMs(way: keyof typeof programs, layerFolder: string): Promise<number> {
  const temporary = await mkdtemp(join(tmpdir(), 'sekali-cold-'));
  // By this the package knows that it is to bring Amazon Linux's libraries, too, as we always do.
  const env = { ...process.env, TMPDIR: temporary, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  try {
    const program = ['--input-type=module', '--eval', programs[way](layerFolder)];
    const cwd = join(import.meta.dirname, '../..');
    const { stdout } = await promisify(execFile)(process.execPath, program, { env, cwd });
    return Number(stdout);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
