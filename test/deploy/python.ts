/** Python for the rehearsal: an environment of this checkout's own, with the emulator and the linter, made once. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../lib/submission/errors.ts';
import { programOnPath } from '../../local/system-packages.ts';
import { command, type Ended } from './command.ts';

export const SCRIPTS = join(import.meta.dirname, 'python');
const REQUIREMENTS = join(SCRIPTS, 'requirements.txt');
const OWN_FOLDER = join(import.meta.dirname, '..', '..', '.sekali', 'python');
/** The pinned packages need it. */
const OLDEST = [3, 11] as const;
const PROBE_LIMIT_MS = 20_000;
const INSTALL_LIMIT_MS = 600_000;

/** Why there is no rehearsal on this machine. */
export class Missing extends Error {}

/**
 * The Python to run the scripts with. The first time it installs some 50 packages, in about half a minute.
 * @throws Missing where this machine has no Python for it, or the packages cannot be had
 */
export async function readyPython(say: (what: string) => void, folder = OWN_FOLDER): Promise<string> {
  const python = join(folder, 'bin', 'python');
  const stamp = join(folder, 'made-from.txt');
  const wanted = await readFile(REQUIREMENTS, 'utf8');
  const isMade = (await readFile(stamp, 'utf8').catch(() => undefined)) === wanted;
  if (isMade && (await starts(python))) return python;

  const found = await usablePython();
  say('Python packages for the rehearsal (once, about half a minute)');
  await rm(folder, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  for (const [program, ...args] of [
    [found, '-m', 'venv', folder],
    [
      python,
      '-m',
      'pip',
      'install',
      '--no-input',
      '--disable-pip-version-check',
      '--quiet',
      '-r',
      REQUIREMENTS,
    ],
  ] as const) {
    const { code, output } = await run(program, args, INSTALL_LIMIT_MS).catch((error: unknown) => {
      throw new Missing(messageOf(error));
    });
    if (code !== 0)
      throw new Missing(`${program} ${args.slice(0, 3).join(' ')} failed:\n${lastLines(output)}`);
  }
  // Last: an environment that was left half made is made anew.
  await writeFile(stamp, wanted);
  return python;
}

async function usablePython(): Promise<string> {
  const [major, minor] = OLDEST;
  const found = await programOnPath('python3');
  if (found === undefined) {
    throw new Missing(`there is no python3 on this machine; install Python ${major}.${minor} or newer`);
  }
  const version = await run(found, ['-c', `import sys; sys.exit(sys.version_info < (${major}, ${minor}))`]);
  if (version.code !== 0) {
    throw new Missing(`${found} is too old; the rehearsal needs Python ${major}.${minor} or newer`);
  }
  const modules = await run(found, ['-c', 'import ensurepip, venv']);
  if (modules.code !== 0) {
    throw new Missing(
      `${found} cannot make environments; on Debian and Ubuntu: apt-get install python3-venv`,
    );
  }
  return found;
}

/** An upgrade of the machine's Python takes its environments with it. */
const starts = (python: string) =>
  run(python, ['-c', '']).then(
    ({ code }) => code === 0,
    () => false,
  );

const run = (program: string, args: readonly string[], timeLimitMs = PROBE_LIMIT_MS): Promise<Ended> =>
  command(program, args, { env: process.env, timeLimitMs });

const lastLines = (output: string) => output.split('\n').slice(-5).join('\n');
