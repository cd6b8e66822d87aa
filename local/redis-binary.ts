import { aptInstallWithoutService, brewInstall, hasApt, programOnPath } from './system-packages.ts';

const find = () => programOnPath('redis-server', 'valkey-server');

/**
 * The path of `redis-server` or `valkey-server`; installed with apt (as root) or brew when there is none.
 * @throws Error that says what is missing and how to get it
 */
export async function redisServer(say: (line: string) => void = console.error): Promise<string> {
  const found = await find();
  if (found) return found;
  if (await hasApt()) {
    say('No Redis server found: installing redis-server with apt-get');
    await aptInstallWithoutService('redis-server');
  } else if (await programOnPath('brew')) {
    say('No Redis server found: installing redis with brew');
    await brewInstall('redis');
  }
  const installed = await find();
  if (installed) return installed;
  throw new Error(
    'A Redis server is missing: install the program redis-server (or valkey-server), for example with ' +
      '"sudo apt-get install redis-server" or "brew install redis", and run this again.',
  );
}
