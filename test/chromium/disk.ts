import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

/** Set where the temporary folder is a small file system of its own: see `rerunOnDisk`. */
export const disk = process.env.SEKALI_TEST_DISK;

/** The long run takes a minute, on a busy machine several. */
const TIMEOUT_MS = process.env.SEKALI_TEST_LONG === '1' ? 600_000 : 170_000;
const MOUNT = 'mount -t tmpfs -o size="$1" tmpfs "$0"';

/**
 * Runs a test file once more, in a process whose temporary folder is a file system of `size` that nobody else sees. Where this
 * machine lets us mount none it is skipped with the reason, or runs in a plain folder where that will do.
 */
export function rerunOnDisk(file: string, size: string, otherwise: 'skip' | 'or any folder' = 'skip'): void {
  const folder = mkdtempSync(join(tmpdir(), 'sekali-disk-'));
  const works = (flags: readonly string[]) =>
    spawnSync('unshare', [...flags, 'sh', '-c', MOUNT, folder, size]).status === 0;
  // As root, or else as root of a user namespace.
  const flags = [['--mount'], ['--mount', '--map-root-user']].find(works);
  const mayNot = flags === undefined && otherwise === 'skip';
  const skip = mayNot && 'needs to mount a small file system, and may not here';
  test(`on a temporary folder of ${size}`, { skip, timeout: TIMEOUT_MS }, async (t) => {
    const env: NodeJS.ProcessEnv = { ...process.env, TMPDIR: folder, SEKALI_TEST_DISK: folder };
    // Otherwise it would report to the runner of the outer one.
    delete env.NODE_TEST_CONTEXT;
    const run = [process.execPath, file];
    const mounted = ['unshare', ...(flags ?? []), 'sh', '-c', `${MOUNT} && exec "$2" "$3"`, folder, size];
    const [command = '', ...args] = flags === undefined ? run : [...mounted, ...run];
    const { failed, said } = await new Promise<{ failed: boolean; said: string }>((resolve) => {
      execFile(command, args, { env, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' }, (error, stdout) =>
        resolve({ failed: error !== null, said: stdout }),
      );
    });
    assert.ok(!failed, said);
    for (const [, measured = ''] of said.matchAll(/^ℹ (\{.*)$/gm)) t.diagnostic(measured);
  });
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** Makes that file system larger. */
export function enlargeDisk(size: string): void {
  execFileSync('mount', ['-o', `remount,size=${size}`, disk ?? assert.fail()]);
}
