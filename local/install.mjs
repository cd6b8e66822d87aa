// Makes sure that node_modules holds what package-lock.json says. Plain JavaScript without packages: it runs first on
// a fresh clone, on whatever Node is there.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The project's own Node, installed as the npm package `node`. */
export function projectNode(root) {
  return join(root, 'node_modules', 'node', 'bin', 'node');
}

/** Installs the packages unless they are there already. Throws an Error whose message tells a person what to do. */
export async function ensurePackages(root) {
  if (isInstalled(root)) return;
  await alone(join(root, '.sekali', 'installing'), async () => {
    // Another command may have installed while this one waited for its turn.
    if (isInstalled(root)) return;
    await npm(root, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
    await ensureNode(root);
  });
}

/**
 * npm writes node_modules/.package-lock.json as the last step of an installation, so comparing it with
 * package-lock.json also finds one that was broken off. Only optional packages (other platforms') may be missing.
 */
export function isInstalled(root) {
  if (!existsSync(projectNode(root))) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === undefined)
    throw new Error(`package-lock.json is missing in ${root}: is this a whole clone?`);
  if (present === undefined) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = present[path];
    if (path === '') return true;
    if (found === undefined) return optional === true;
    return found.version === version && found.integrity === integrity;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read: ${error.message}`);
  }
}

/** The package `node` fetches its binary in an install script; npm may be set to run none. */
async function ensureNode(root) {
  if (existsSync(projectNode(root))) return;
  const folder = join(root, 'node_modules', 'node');
  await run(process.execPath, ['installArchSpecificPackage'], folder, 'Fetching Node 24');
  if (existsSync(projectNode(root))) return;
  throw new Error('npm installed the package "node" without its binary. Run: npm ci --ignore-scripts=false');
}

function npm(root, args) {
  // Under `npm run` this names the very npm that was started.
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []];
  return run(command, [...first, ...args], root, 'Installing packages (about a minute)');
}

function run(command, args, cwd, title) {
  return new Promise((resolve, reject) => {
    const output = [];
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    const stopShowing = showAlive(title);
    let stoppedBy;
    const stop = (signal) => {
      stoppedBy = signal;
      child.kill(signal);
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
    const finish = (error) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      stopShowing();
      if (stoppedBy) process.exit(stoppedBy === 'SIGINT' ? 130 : 143);
      if (error) reject(error);
      else resolve();
    };
    child.on('error', (error) => finish(new Error(`${command} could not be started: ${error.message}`)));
    child.on('close', (code) => {
      if (code === 0) return finish();
      process.stderr.write(`\n${Buffer.concat(output)}\n`);
      finish(new Error(`${title}: failed. What npm said is above.`));
    });
  });
}

/** A line that moves on a terminal, a plain line now and then elsewhere. Answers how to end it. */
function showAlive(title) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const terminal = process.stderr.isTTY;
  const show = terminal
    ? () => process.stderr.write(`\r${title} … ${seconds()} s`)
    : () => process.stderr.write(`${title} … ${seconds()} s\n`);
  show();
  const timer = setInterval(show, terminal ? 500 : 10_000);
  return () => {
    clearInterval(timer);
    show();
    if (terminal) process.stderr.write('\n');
  };
}

/** Two commands started side by side in a fresh clone must not both empty node_modules. */
async function alone(lock, work) {
  mkdirSync(join(lock, '..'), { recursive: true });
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAlive(lock)) await sleep(500);
    else rmSync(lock, { force: true });
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isAlive(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // Empty: its owner is between creating and writing it.
    return pid === 0 || process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
