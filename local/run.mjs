// node local/run.mjs <script.ts> [arguments…]: runs a script of this project on the project's own Node, after making
// sure that the packages are installed. Needs nothing but a Node from 20 on.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePackages, projectNode } from './install.mjs';

/** npm passes on a signal that the terminal has already sent to all of us: within this time they are one. */
const SAME_SIGNAL_MS = 1000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [script, ...args] = process.argv.slice(2);

try {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    throw new Error(`This needs Node 20 or newer; this is ${process.version}. See https://nodejs.org`);
  }
  if (script === undefined || !existsSync(script)) {
    throw new Error(`usage: node local/run.mjs <script.ts> [arguments…]; no script at "${script ?? ''}"`);
  }
  await ensurePackages(root);
  runScript();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function runScript() {
  // Its own session: what Ctrl-C sends to the whole terminal reaches the script through us, once.
  const child = spawn(projectNode(root), [script, ...args], {
    detached: true,
    stdio: 'inherit',
    env: scriptEnvironment(),
  });
  let lastAt = Number.NEGATIVE_INFINITY;
  const passOn = (signal) => {
    if (performance.now() - lastAt < SAME_SIGNAL_MS) return;
    lastAt = performance.now();
    child.kill(signal);
  };
  process.on('SIGINT', passOn).on('SIGTERM', passOn);
  // A terminal that closes; the script has a session of its own and would not hear of it.
  process.on('SIGHUP', () => passOn('SIGTERM'));
  if (process.env.npm_lifecycle_event) whenParentIsGone(() => passOn('SIGTERM'));
  child.on('error', (error) => {
    console.error(`${projectNode(root)} could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + constants.signals[signal]);
  });
}

/** npm, told to end, ends only the shell that it put between itself and us. */
function whenParentIsGone(then) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, 500);
}

function scriptEnvironment() {
  const luaHook = `--import=${new URL('./lua.mjs', import.meta.url).href}`;
  const options = process.env.NODE_OPTIONS ?? '';
  return {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    NODE_OPTIONS: options.includes(luaHook) ? options : `${options} ${luaHook}`.trim(),
  };
}
