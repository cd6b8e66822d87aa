/** A side in a process of its own, on the processors that it is given. */
import { join } from 'node:path';
import type { SQSEvent } from 'aws-lambda';
import { startChild } from '../../local/children.ts';
import type { Asked, Told } from './messages.ts';
import type { Processors } from './processors.ts';
import type { SideName } from './side.ts';

const PROGRAM = join(import.meta.dirname, 'side-process.ts');
const LUA_HOOK = new URL('../../local/lua.mjs', import.meta.url).href;

export interface StartedSide {
  readonly pid: number;
  handle(event: SQSEvent): Promise<Extract<Told, { kind: 'handled' }>>;
  /** What the heap holds after a collection, bytes. */
  heapBytes(): Promise<number>;
  stop(): Promise<void>;
}

export interface SideOptions {
  readonly name: SideName;
  readonly processors: Processors;
  readonly variables: Readonly<Record<string, string>>;
}

/** Resolves when it is ready to work. @throws Error when the process ends before that */
export async function startSide({ name, processors, variables }: SideOptions): Promise<StartedSide> {
  const node = [process.execPath, '--expose-gc', `--import=${LUA_HOOK}`, PROGRAM, name];
  const child = await startChild('taskset', ['-c', processors, ...node], {
    env: { PATH: process.env.PATH, ...variables },
    // What a worker logs costs it the writing of it, as in Lambda.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting: { resolve(told: Told): void; reject(error: Error): void }[] = [];
  const next = () => new Promise<Told>((resolve, reject) => waiting.push({ resolve, reject }));
  child.process.on('message', (told: Told) => waiting.shift()?.resolve(told));
  child.exited.then(() => {
    for (const { reject } of waiting.splice(0)) reject(new Error(`The process of ${name} ended.`));
  });
  const ask = (asked: Asked): Promise<Told> => {
    const answer = next();
    child.process.send(asked);
    return answer;
  };
  await next();
  return {
    pid: child.pid,
    async handle(event) {
      const told = await ask({ kind: 'handle', event });
      if (told.kind !== 'handled') throw new Error(`${name} answered ${told.kind}`);
      return told;
    },
    async heapBytes() {
      const told = await ask({ kind: 'heap' });
      if (told.kind !== 'heap') throw new Error(`${name} answered ${told.kind}`);
      return told.bytes;
    },
    stop: child.stop,
  };
}
