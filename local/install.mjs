// Makes sure that node_modules holds what package-lock.json says. Plain JavaScript without packages: it runs first on
// a fresh clone, on whatever Node is there.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** npm told to stop gets this long; then it ends hard, and what it did not finish is installed anew next time. */
const STOP_GRACE_MS = 2000;
/** A lock is empty for a moment, between creating and writing it; for longer if its owner died then. */
const EMPTY_LOCK_MS = 2000;

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

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

function run(command, args, cwd, title) {
  return new Promise((resolve, reject) => {
    const output = [];
    // A group of its own: ending it hard reaches what npm started, too.
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    const stopShowing = showAlive(title);
    let stoppedBy;
    const stop = (signal) => {
      if (stoppedBy || child.pid === undefined) return;
      stoppedBy = signal;
      process.stderr.write('\nStopping npm\n');
      signalGroup(child.pid, signal);
      setTimeout(() => {
        signalGroup(child.pid, 'SIGKILL');
        finish();
      }, STOP_GRACE_MS);
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    const finish = (error) => {
      for (const signal of SIGNALS) process.off(signal, stop);
      stopShowing();
      if (stoppedBy) process.exit(128 + constants.signals[stoppedBy]);
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

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // All of it is gone already.
    if (error.code !== 'ESRCH') throw error;
  }
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
  for (let waitsFor; ; ) {
    try {
      writeFileSync(lock, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = ownerOf(lock);
    if (owner === undefined) continue;
    if (owner !== '' && owner !== waitsFor) {
      process.stderr.write(`Waiting for another installation (process ${owner})\n`);
      waitsFor = owner;
    }
    await sleep(500);
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * The process that holds the lock, empty while it is about to write its number. Undefined when nobody holds it: a lock
 * whose owner is gone is removed.
 */
function ownerOf(lock) {
  let text;
  let ageMs;
  try {
    text = readFileSync(lock, 'utf8');
    ageMs = Date.now() - statSync(lock).mtimeMs;
  } catch (error) {
    // Given back a moment ago.
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
  const [pid, start] = text.split(' ');
  // The number alone does not do: another process may have got it since.
  const isHeld = pid === '' ? ageMs < EMPTY_LOCK_MS : startOf(pid) === start && isAlive(Number(pid));
  if (isHeld) return pid;
  rmSync(lock, { force: true });
  return undefined;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's.
    return error.code === 'EPERM';
  }
}

/** When a process started, in a form to compare; empty where the system does not tell (it has no /proc). */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22; the command name before it, in parentheses, may hold spaces itself.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return '';
  }
}
