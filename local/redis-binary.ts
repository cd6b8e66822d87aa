/** Finds a Redis server on this machine, or installs one where that is a matter of one command. */
import { execFile } from 'node:child_process';
import { access, constants, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NAMES = ['redis-server', 'valkey-server'];
const INSTALL_TIMEOUT_MS = 180_000;
const POLICY_FILE = '/usr/sbin/policy-rc.d';

/**
 * The path of `redis-server` or `valkey-server`; installed with apt (as root) or brew when there is none.
 * @throws Error that says what is missing and how to get it
 */
export async function redisServer(say: (line: string) => void = console.error): Promise<string> {
  const found = await firstOnPath(NAMES);
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  try {
    if (isRoot && (await firstOnPath(['apt-get']))) {
      say('No Redis server found: installing redis-server with apt-get …');
      await installWithApt();
    } else if (await firstOnPath(['brew'])) {
      say('No Redis server found: installing redis with brew …');
      await run('brew', ['install', '--quiet', 'redis'], { timeout: INSTALL_TIMEOUT_MS });
    }
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`Redis could not be installed: ${stderr || message}`);
  }
  const installed = await firstOnPath(NAMES);
  if (installed) return installed;
  throw new Error(
    'A Redis server is missing: install the program redis-server (or valkey-server), for example with ' +
      '"sudo apt-get install redis-server" or "brew install redis", and run this again.',
  );
}

async function firstOnPath(names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      const file = join(folder, name);
      if (
        await access(file, constants.X_OK).then(
          () => true,
          () => false,
        )
      )
        return file;
    }
  }
  return undefined;
}

async function installWithApt(): Promise<void> {
  await forbidAutostart();
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () =>
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'redis-server'], {
      env,
      timeout: INSTALL_TIMEOUT_MS,
    });
  // A fresh image has no package lists, an old machine may have outdated ones.
  await install().catch(async () => {
    await run('apt-get', ['update', '-q'], { env, timeout: INSTALL_TIMEOUT_MS });
    await install();
  });
}

/**
 * Debian starts what it installs. We run our own server on our own port, so this one is to stay off: Debian asks
 * policy-rc.d. Ours forbids only Redis, only while this process lives, and takes itself away after that.
 */
async function forbidAutostart(): Promise<void> {
  const script = `#!/bin/sh
if kill -0 ${process.pid} 2>/dev/null; then
  case "$1" in redis-server*) exit 101 ;; *) exit 0 ;; esac
fi
rm -f "$0"
exit 0
`;
  // An existing policy is the machine's own business.
  await writeFile(POLICY_FILE, script, { flag: 'wx', mode: 0o755 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
