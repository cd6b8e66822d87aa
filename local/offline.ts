/** One `serverless offline` process: Lambda on this machine. */
import { createWriteStream, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startChild } from './children.ts';
import { READY_LINE } from './event-source-mapping.ts';
import { freePort } from './ports.ts';
import { REGION } from './queues.ts';

const ROOT = dirname(import.meta.dirname);
const HOST = '127.0.0.1';
const READY_TIMEOUT_MS = 60_000;
const LINES_OF_A_FAILURE = 30;

export interface OfflineOptions {
  readonly name: string;
  /** Of this run: takes the log and, until the process ends, the built functions. */
  readonly folder: string;
  readonly params: Readonly<Record<string, string | number>>;
}

export interface OfflineProcess {
  /** Of the HTTP API. */
  readonly apiUrl: string;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves when the process is gone. */
  readonly exited: Promise<void>;
  /** Everything that it has printed. */
  lines(): readonly string[];
  /** Calls back for every line printed from now on. Answers how to stop that. */
  onLine(listener: (line: string) => void): () => void;
  /** The first line, printed already or still to come, that `matches`. @throws Error after `timeoutMs` */
  waitForLine(matches: (line: string) => boolean, timeoutMs: number): Promise<string>;
  /** Signals the process and all that it started. Resolves when it is gone, unless the signal leaves it alive. */
  kill(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

/** Resolves once the functions are fed from their queues and the HTTP API is served. @throws Error with the last lines of the log */
export async function startOffline({ name, folder, params }: OfflineOptions): Promise<OfflineProcess> {
  const logFile = join(folder, `${name}.log`);
  const buildFolder = join(folder, `${name}-build`);
  // Of its own choosing it would not say which. Where somebody else takes it meanwhile, the process ends and says so.
  const httpPort = await freePort();
  const child = await startChild(process.execPath, serverlessArguments(httpPort, params), {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(relative(ROOT, buildFolder)),
  });

  const lines: string[] = [];
  const listeners = new Set<(line: string) => void>();
  const log = createWriteStream(logFile);
  for (const stream of [child.process.stdout, child.process.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`);
      lines.push(line);
      for (const listener of listeners) listener(line);
    });
  }
  // At once: this process may be about to end, too.
  child.exited.then(() => rmSync(buildFolder, { recursive: true, force: true }));

  const onLine = (listener: (line: string) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const waitForLine = (matches: (line: string) => boolean, timeoutMs: number) =>
    new Promise<string>((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        forget();
        settle();
      };
      const fail = (reason: string) => {
        const last = lines.slice(-LINES_OF_A_FAILURE).join('\n');
        finish(() =>
          reject(new Error(`serverless offline: ${reason}. Its log is ${logFile}; it ends:\n${last}`)),
        );
      };
      const timer = setTimeout(
        () => fail(`the expected line did not come within ${timeoutMs} ms`),
        timeoutMs,
      );
      const forget = onLine((line) => {
        if (matches(line)) finish(() => resolve(line));
      });
      child.exited.then(() => fail('the process ended'));
      const earlier = lines.find(matches);
      if (earlier !== undefined) finish(() => resolve(earlier));
    });

  const apiUrl = `http://${HOST}:${httpPort}`;
  await Promise.all([
    waitForLine((line) => line.endsWith(READY_LINE), READY_TIMEOUT_MS),
    waitForLine((line) => line.includes(`Server ready: ${apiUrl}`), READY_TIMEOUT_MS),
  ]).catch(async (error) => {
    await child.stop();
    throw error;
  });
  const { pid, exited, kill, stop } = child;
  return { apiUrl, pid, logFile, exited, lines: () => lines, onLine, waitForLine, kill, stop };
}

function serverlessArguments(httpPort: number, params: OfflineOptions['params']): string[] {
  return [
    fileURLToPath(import.meta.resolve('serverless/bin/serverless.js')),
    // With `start`, unlike plain `offline`, plugins get to end properly.
    ...['offline', 'start', '--stage', 'local', '--noSponsor'],
    ...['--host', HOST, '--httpPort', String(httpPort)],
    // Nobody calls these; 0 takes free ones.
    ...['--lambdaPort', '0', '--websocketPort', '0', '--albPort', '0'],
    ...Object.entries(params).flatMap(([name, value]) => ['--param', `${name}=${value}`]),
  ];
}

/** serverless-offline hands every AWS_ variable on to the functions: made-up ones only, never a person's own account. */
function environment(buildFolder: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_'));
  return {
    ...Object.fromEntries(own),
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: REGION,
    SLS_NOTIFICATIONS_MODE: 'off',
    SLS_TELEMETRY_DISABLED: '1',
    NO_COLOR: '1',
    SEKALI_BUILD_FOLDER: buildFolder,
  };
}
