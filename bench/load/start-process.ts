/** A program of the benchmark in a process of its own, which answers what it is asked. */
import { join } from 'node:path';
import { type Child, startChild } from '../../local/children.ts';
import type { Processors } from './processors.ts';

const LUA_HOOK = new URL('../../local/lua.mjs', import.meta.url).href;

export interface ProcessOptions {
  /** A file beside this one. */
  readonly program: string;
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** Default: all. */
  readonly processors?: Processors;
}

export interface StartedProcess<Asked, Told> extends Pick<Child, 'pid' | 'kill' | 'stop'> {
  /** Answers come in the order of the questions. @throws Error when the process ends before */
  ask(asked: Asked): Promise<Told>;
  /** The end of what it logged. */
  said(): string;
}

const SAID_CHARACTERS = 2_000;

/** Resolves when it has told that it is ready. @throws Error when the process ends before that */
export async function startProcess<Asked extends object, Told>(
  options: ProcessOptions,
): Promise<StartedProcess<Asked, Told>> {
  const { program, args, variables, processors } = options;
  const node = [
    process.execPath,
    '--expose-gc',
    `--import=${LUA_HOOK}`,
    join(import.meta.dirname, program),
    ...args,
  ];
  const [command = '', ...rest] = processors === undefined ? node : ['taskset', '-c', processors, ...node];
  const child = await startChild(command, rest, {
    env: { PATH: process.env.PATH, ...variables },
    // What a worker logs costs it the writing of it, as in Lambda.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.process.stdout, child.process.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said = (said + chunk).slice(-SAID_CHARACTERS);
    });
  }
  const waiting: { resolve(told: Told): void; reject(error: Error): void }[] = [];
  const next = () => new Promise<Told>((resolve, reject) => waiting.push({ resolve, reject }));
  child.process.on('message', (told) => waiting.shift()?.resolve(told as Told));
  child.exited.then(() => {
    for (const { reject } of waiting.splice(0))
      reject(new Error(`${program} ${args.join(' ')} ended:\n${said}`));
  });
  await next();
  return {
    pid: child.pid,
    kill: child.kill,
    stop: child.stop,
    said: () => said,
    ask(asked) {
      const answer = next();
      child.process.send(asked);
      return answer;
    },
  };
}
