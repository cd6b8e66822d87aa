/** A side in a process of its own, on the processors that it is given. */
import type { SQSEvent } from 'aws-lambda';
import type { AskedSide, SideTold } from './messages.ts';
import type { Processors } from './processors.ts';
import type { SideName } from './side.ts';
import { startProcess } from './start-process.ts';

export interface StartedSide {
  readonly pid: number;
  handle(event: SQSEvent): Promise<Extract<SideTold, { kind: 'handled' }>>;
  /** What the heap holds after a collection, bytes. */
  heapBytes(): Promise<number>;
  /** The end of what it logged. */
  said(): string;
  stop(): Promise<void>;
}

export interface SideOptions {
  readonly name: SideName;
  readonly processors: Processors;
  readonly variables: Readonly<Record<string, string>>;
}

/** Resolves when it is ready to work. @throws Error when the process ends before that */
export async function startSide({ name, processors, variables }: SideOptions): Promise<StartedSide> {
  const { pid, stop, said, ask } = await startProcess<AskedSide, SideTold>({
    program: 'side-process.ts',
    args: [name],
    variables,
    processors,
  });
  return {
    pid,
    stop,
    said,
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
  };
}
