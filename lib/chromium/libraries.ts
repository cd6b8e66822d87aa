import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { libraryCheckTimeoutMs } from './limits.ts';
import { messageOf } from './message-of.ts';

/** The dynamic loader that the binary itself asks for. */
const loader = '/lib64/ld-linux-x86-64.so.2';

/**
 * Asks the system's loader whether it finds every shared library that `files` need.
 *
 * Worth its milliseconds: NSS opens its own parts only at the first TLS connection, so a browser on a system without
 * libsqlite3 starts, shows http pages, and dies at the first https one.
 * @throws Error naming the missing library
 */
export async function checkLibraries(files: readonly string[], libraryPath: string): Promise<void> {
  for (const file of files) {
    try {
      await promisify(execFile)(loader, ['--list', file], {
        env: { LD_LIBRARY_PATH: libraryPath },
        timeout: libraryCheckTimeoutMs,
      });
    } catch (cause) {
      throw new Error(explain(file, cause), { cause });
    }
  }
}

function explain(file: string, cause: unknown): string {
  const message = messageOf(cause);
  const missing = /shared libraries: ([^\s:]+):/.exec(message)?.[1];
  if (missing === undefined) {
    return `Chromium cannot run here (it needs a Linux with glibc, such as Amazon Linux 2023 or Debian 12): ${message}`;
  }
  return (
    `Chromium cannot run here: the system has no ${missing}, which ${file} needs. ` +
    'On Debian or Ubuntu run: apt-get install libsqlite3-0 libgcc-s1'
  );
}
