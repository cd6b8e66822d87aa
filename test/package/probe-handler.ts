/** A handler that tells what it finds around it. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statfsSync, writeFileSync } from 'node:fs';

function codeOf(work: () => unknown): string {
  try {
    work();
    return 'allowed';
  } catch (thrown) {
    const { code, stderr } = thrown as { code?: string; stderr?: Buffer };
    return code ?? String(stderr).trim();
  }
}

export async function handler() {
  const write = (file: string) => codeOf(() => writeFileSync(file, 'x'));
  const { blocks, bsize } = statfsSync('/tmp');
  return {
    user: process.getuid?.(),
    written: Object.fromEntries(
      ['/here', '/var/task/here', '/opt/here', '/dev/shm/here', '/tmp/here'].map((file) => [
        file,
        write(file),
      ]),
    ),
    tmpMib: (blocks * bsize) / 1024 / 1024,
    root: readdirSync('/').sort(),
    libraries: readdirSync('/lib64').sort(),
    // Before all else it gives up new privileges, and says so if it may not.
    noNewPrivileges: codeOf(() =>
      execFileSync('/opt/bwrap', ['--ro-bind', '/', '/', '/bin/sh'], { stdio: 'pipe' }),
    ),
    variables: Object.keys(process.env).sort(),
  };
}
