/** A project of its own in a temporary folder, with the commands of this one and an npm that only pretends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const LOCAL = new URL('../../local/', import.meta.url);

const PRETENDING_NPM = `
const fs = require('node:fs');
fs.appendFileSync('npm-runs.txt', process.argv.slice(2).join(' ') + '\\n');
console.log('npm says a lot');
if (fs.existsSync('npm-fails')) { console.error('npm ERR! no network'); process.exit(1); }
setTimeout(() => {
  fs.mkdirSync('node_modules/node/bin', { recursive: true });
  fs.rmSync('node_modules/node/bin/node', { force: true });
  fs.symlinkSync(process.execPath, 'node_modules/node/bin/node');
  fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
}, 300);
`;

export interface Project {
  readonly folder: string;
  write(name: string, text: string): Promise<void>;
  /** Says which versions the lock file wants. */
  lock(versions: Readonly<Record<string, string>>): Promise<void>;
  /** How often npm ran, and with what. */
  npmRuns(): Promise<string[]>;
  start(...args: string[]): Running;
}

export interface Running {
  readonly pid: number;
  /** Resolves with all output and the exit code. */
  readonly end: Promise<{ readonly output: string; readonly exitCode: number | null }>;
  /** Resolves when the output so far contains `text`. */
  prints(text: string): Promise<void>;
}

export async function newProject(t: TestContext): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'sekali project '));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'local'));
  for (const name of ['run.mjs', 'install.mjs', 'lua.mjs']) {
    await cp(new URL(name, LOCAL), join(folder, 'local', name));
  }
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const lock = (versions: Readonly<Record<string, string>>) => {
    const packages = Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]);
    return write(
      'package-lock.json',
      JSON.stringify({ packages: { '': {}, ...Object.fromEntries(packages) } }),
    );
  };
  await lock({ one: '1.0.0' });
  await write('npm-cli.js', PRETENDING_NPM);
  const npmRuns = async () => {
    const text = await readFile(join(folder, 'npm-runs.txt'), 'utf8').catch(() => '');
    return text.split('\n').filter(Boolean);
  };
  return { folder, write, lock, npmRuns, start: (...args) => start(folder, args) };
}

function start(folder: string, args: readonly string[]): Running {
  const { NODE_OPTIONS: _, npm_lifecycle_event: __, ...env } = process.env;
  const child = spawn(process.execPath, ['local/run.mjs', ...args], {
    cwd: folder,
    env: { ...env, npm_execpath: join(folder, 'npm-cli.js') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const closed = once(child, 'close');
  return {
    pid: child.pid ?? 0,
    end: closed.then(() => ({ output, exitCode: child.exitCode })),
    async prints(text) {
      while (!output.includes(text))
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended(closed, text)]);
    },
  };
}

async function ended(closed: Promise<unknown>, text: string): Promise<never> {
  await closed;
  throw new Error(`ended without printing "${text}"`);
}
