/** A Redis server of one's own on 127.0.0.1, for the local stack and for tests. */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from './children.ts';
import { freePort } from './ports.ts';
import { redisServer } from './redis-binary.ts';

const START_TIMEOUT_MS = 10_000;
const PROBE_TIMEOUT_MS = 500;
const PROBE_PAUSE_MS = 10;
const PORT_TRIES = 5;

export interface RedisOptions {
  /** A free one when absent. */
  readonly port?: number;
  /** Where an append-only file is kept; a temporary one that ends with the server when absent. */
  readonly dir?: string;
  /** Keep what was acknowledged over a restart on the same `dir`. */
  readonly appendOnly?: boolean;
}

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Ends the server properly. */
  stop(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
}

/** Starts Redis and resolves when it answers. @throws Error with what Redis said when it does not start */
export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  const program = await redisServer();
  const dir = options.dir ?? (await mkdtemp(join(tmpdir(), 'sekali-redis-')));
  // At once: this process may be about to end, too.
  const removeDir = () => {
    if (options.dir === undefined) rmSync(dir, { recursive: true, force: true });
  };
  const { child, port } = await startOnPort(program, dir, options).catch((error) => {
    removeDir();
    throw error;
  });
  child.exited.then(removeDir);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: child.pid,
    stop: child.stop,
    kill: () => child.kill('SIGKILL'),
  };
}

async function startOnPort(program: string, dir: string, options: RedisOptions) {
  for (let tries = 1; ; tries++) {
    const port = options.port ?? (await freePort());
    const child = await startChild(program, serverArguments(port, dir, options.appendOnly ?? false), {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.process.stdout?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-4000);
    });
    if (await answers(child, port)) return { child, port };
    await child.stop();
    // Another process took the free port between finding and using it.
    const portTaken = options.port === undefined && output.includes('Address already in use');
    if (!portTaken || tries === PORT_TRIES)
      throw new Error(`${program} did not start on port ${port}:\n${output}`);
  }
}

function serverArguments(port: number, dir: string, appendOnly: boolean): string[] {
  return [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', ''],
    ...['--maxmemory-policy', 'noeviction', '--appendonly', appendOnly ? 'yes' : 'no'],
    // An acknowledged write is on disk: what the tests of a restart rely on.
    ...['--appendfsync', 'always', '--loglevel', 'notice'],
  ];
}

async function answers(child: Child, port: number): Promise<boolean> {
  let gone = false;
  child.exited.then(() => {
    gone = true;
  });
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!gone && performance.now() < deadline) {
    const answer = await ask(port);
    // The process id tells ours from a stranger on the same port. PING fails while an append-only file is loading.
    if (answer.includes('+PONG') && answer.includes(`process_id:${child.pid}\r\n`)) return true;
    await sleep(PROBE_PAUSE_MS);
  }
  return false;
}

/** PING and INFO in plain protocol; an empty text when nobody answers. */
function ask(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setTimeout(PROBE_TIMEOUT_MS, () => socket.destroy());
    socket.on('connect', () => socket.end('PING\r\nINFO server\r\nQUIT\r\n'));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(answer));
  });
}
