/** One execution environment of Lambda: a process behind a Runtime API of its own, frozen between invocations. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { type Child, startChild } from '../../local/children.ts';
import { beforeEnd } from '../../local/lifetime.ts';
import { signalAll, treeOf } from './process-tree.ts';

/** Starts the runtime's process with these variables and no others. */
export type StartRuntime = (variables: Readonly<Record<string, string>>) => Promise<Child>;

export interface EnvironmentOptions {
  /** The bundled handler. */
  readonly handlerFile: string;
  /** Default: as a process of this machine, with its PATH. */
  readonly startRuntime?: StartRuntime;
  readonly variables: Readonly<Record<string, string>>;
  /** Everything that it prints. */
  readonly onLine?: (line: string) => void;
  /** An answer has arrived at the Runtime API. `false`: it counts as never given, as when the host dies under it. */
  readonly onAnswer?: (event: unknown, answer: unknown) => boolean;
}

export interface Environment {
  readonly pid: number;
  readonly alive: boolean;
  /** Alive, and not in an invocation. */
  readonly idle: boolean;
  /** Milliseconds since the epoch at which the invocation under way must end; 0 when there is none. */
  readonly deadlineMs: number;
  /**
   * Thaws it, runs one invocation, and freezes it again.
   * @throws InvocationFailed when the handler threw, the time was up, or the process ended
   */
  invoke(event: unknown, timeoutMs: number): Promise<unknown>;
  /** SIGSTOP for the process and everything below it. */
  freeze(): void;
  thaw(): void;
  /** SIGKILL for all of it, as when the host is lost. */
  kill(why?: string): void;
  /** Kills it and waits. */
  stop(): Promise<void>;
}

/** What the event source mapping learns of an invocation that gave no answer. */
export class InvocationFailed extends Error {
  override readonly name = 'InvocationFailed';
}

/** Lambda's own kill came 0.68 s after the deadline in the field. */
const LATE_KILL_MS = 680;

interface Invocation {
  readonly id: string;
  readonly event: unknown;
  readonly deadlineMs: number;
  readonly settle: { resolve(answer: unknown): void; reject(reason: Error): void };
}

/** Resolves once the handler is imported and asks for work. @throws InvocationFailed when it cannot be */
export async function startEnvironment(options: EnvironmentOptions): Promise<Environment> {
  let current: Invocation | undefined;
  let asking: ServerResponse | undefined;
  let alive = true;
  const ready = Promise.withResolvers<void>();
  // First of all that ends with this process: what is frozen hears no signal but this, and the browser is in no group of ours.
  const forget = beforeEnd(async () => environment.kill('this process ends'));

  const server = createServer((request, response) => {
    // The process was killed in mid-request.
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const startRuntime = options.startRuntime ?? startHere(options.handlerFile);
  const child = await startRuntime({
    ...options.variables,
    AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
    AWS_LAMBDA_FUNCTION_NAME: 'worker',
  });
  for (const stream of [child.process.stdout, child.process.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => options.onLine?.(line));
  }
  child.exited.then(() => {
    forget();
    alive = false;
    server.close();
    server.closeAllConnections();
    ready.reject(new InvocationFailed('the process ended before it asked for work'));
    fail('the process ended');
  });
  // Whoever starts it may be gone by then.
  ready.promise.catch(() => {});

  function fail(why: string): void {
    current?.settle.reject(new InvocationFailed(why));
    current = undefined;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace('/2018-06-01/runtime', '');
    if (path === '/invocation/next') {
      asking = response;
      ready.resolve();
      if (current === undefined) environment.freeze();
      else handOver(current);
      return;
    }
    const body = (await json(request)) as { readonly errorMessage?: string };
    const settled = current;
    if (path === '/init/error') {
      ready.reject(new InvocationFailed(`the handler could not be imported: ${body.errorMessage}`));
    } else if (settled !== undefined && path.startsWith(`/invocation/${settled.id}/`)) {
      if (options.onAnswer?.(settled.event, body) === false) {
        environment.kill('killed before its answer counted');
        return;
      }
      current = undefined;
      if (path.endsWith('/error')) settled.settle.reject(new InvocationFailed(body.errorMessage ?? ''));
      else settled.settle.resolve(body);
    }
    response.writeHead(202).end('{}');
  }

  function handOver({ id, event, deadlineMs }: Invocation): void {
    asking?.writeHead(200, {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': id,
      'lambda-runtime-deadline-ms': String(deadlineMs),
      'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:eu-west-1:000000000000:function:worker',
    });
    asking?.end(JSON.stringify(event));
    asking = undefined;
  }

  const environment: Environment = {
    pid: child.pid,
    get alive() {
      return alive;
    },
    get idle() {
      return alive && current === undefined;
    },
    get deadlineMs() {
      return current?.deadlineMs ?? 0;
    },
    async invoke(event, timeoutMs) {
      if (!environment.idle) throw new InvocationFailed('the environment is busy or gone');
      const deadlineMs = Date.now() + timeoutMs;
      const outcome = Promise.withResolvers<unknown>();
      current = { id: randomUUID(), event, deadlineMs, settle: outcome };
      environment.thaw();
      if (asking !== undefined) handOver(current);
      const timer = setTimeout(() => environment.kill('the time was up'), timeoutMs + LATE_KILL_MS);
      try {
        return await outcome.promise;
      } finally {
        clearTimeout(timer);
      }
    },
    freeze: () => signalAll(treeOf(child.pid), 'SIGSTOP'),
    // From below: a browser that still sleeps must not look dead to the process that wakes up.
    thaw: () => signalAll(treeOf(child.pid).reverse(), 'SIGCONT'),
    kill(why = 'killed') {
      if (!alive) return;
      alive = false;
      signalAll(treeOf(child.pid), 'SIGKILL');
      fail(why);
    },
    async stop() {
      environment.kill('stopped');
      await child.exited;
    },
  };
  await ready.promise.catch(async (thrown) => {
    await environment.stop();
    throw thrown;
  });
  return environment;
}

function startHere(handlerFile: string): StartRuntime {
  return (variables) =>
    startChild(process.execPath, [join(import.meta.dirname, 'runtime.ts'), handlerFile], {
      env: { PATH: process.env.PATH, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
}
