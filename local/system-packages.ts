/** Programs and libraries of the machine itself, and getting them where that is a matter of one command. */
import { execFile } from 'node:child_process';
import { access, constants, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 180_000;
/** Another set-up, or the machine's own updates, may be at it. */
const LOCK_TIMEOUT_SECONDS = 120;
const POLICY_FILE = '/usr/sbin/policy-rc.d';

/** The path of the first of these programs that is on PATH. */
export async function programOnPath(...names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const file = join(folder, name);
      const executable = await access(file, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (executable) return file;
    }
  }
  return undefined;
}

/** Whether this process may install Debian packages: nobody is asked for a password. */
export async function hasApt(): Promise<boolean> {
  return process.getuid?.() === 0 && (await programOnPath('apt-get')) !== undefined;
}

/** @throws Error with what apt-get said */
export async function aptInstall(...packages: readonly string[]): Promise<void> {
  const apt = (...args: readonly string[]) =>
    finish('apt-get', [...args, '-q', '-o', `DPkg::Lock::Timeout=${LOCK_TIMEOUT_SECONDS}`]);
  const install = () => apt('install', '-y', '--no-install-recommends', ...packages);
  // A fresh image has no package lists, an old machine may have outdated ones.
  await install().catch(async () => {
    await apt('update');
    await install();
  });
}

/** @throws Error with what brew said */
export async function brewInstall(...packages: readonly string[]): Promise<void> {
  await finish('brew', ['install', '--quiet', ...packages]);
}

async function finish(command: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run(command, args, { env, timeout: TIMEOUT_MS }).catch((error: Error & { stderr?: string }) => {
    throw new Error(`${command} failed: ${error.stderr?.trim() || error.message}`);
  });
}

/**
 * Installs a Debian package without its service `name` being started, now or with the machine: Debian starts what it
 * installs unless policy-rc.d says no. Ours forbids only this service and only while this process lives; should we be
 * killed, it takes itself away the next time that it is asked.
 */
export async function aptInstallWithoutService(name: string): Promise<void> {
  const script = `#!/bin/sh
if kill -0 ${process.pid} 2>/dev/null; then
  case "$1" in ${name}*) exit 101 ;; *) exit 0 ;; esac
fi
rm -f "$0"
exit 0
`;
  // One that is there already is the machine's own business.
  const ours = await writeFile(POLICY_FILE, script, { flag: 'wx', mode: 0o755 }).then(
    () => true,
    () => false,
  );
  try {
    await aptInstall(name);
  } finally {
    if (ours) await rm(POLICY_FILE, { force: true });
  }
  // Some machines have no init system to tell.
  await finish('update-rc.d', [name, 'disable']).catch(() => {});
}
