/** The ways to submit that are compared, and the processes behind them. */
import { variableOf } from '../../lib/config/stage.ts';
import type { Definition } from '../target/forms.ts';
import type { Kind } from '../target/pages.ts';
import type { Processors } from './processors.ts';
import type { SideName } from './side.ts';
import { type StartedSide, startSide } from './start-side.ts';
import { submitBatch } from './submit.ts';
import type { World } from './world.ts';

type ProcessName = SideName | 'sekaliWithoutPicture';

export interface Way {
  readonly label: string;
  readonly process: ProcessName;
  readonly definition: Definition;
  /** Submissions in one invocation. */
  readonly batch: number;
}

const way = (label: string, process: ProcessName, batch = 1, definition: Definition = 'whole'): Way => ({
  label,
  process,
  definition,
  batch,
});

/** The names are those of the samples. */
export const WAYS = {
  naive: way('naive worker', 'naive'),
  naiveNoGraphics: way('naive worker, graphics off', 'naiveNoGraphics'),
  warm: way('Sekali, warm', 'sekali'),
  warmBlocking: way('Sekali, warm, images and fonts blocked', 'sekali', 1, 'blocking'),
  warmWithoutPicture: way('Sekali, warm, no picture kept', 'sekaliWithoutPicture'),
  batch2: way('Sekali, batches of 2', 'sekali', 2),
  batch4: way('Sekali, batches of 4', 'sekali', 4),
  batch8: way('Sekali, batches of 8', 'sekali', 8),
  http: way('Sekali, sender http', 'sekali', 1, 'http'),
  fetch: way('plain fetch, no guard', 'fetch'),
} as const;

export type WayName = keyof typeof WAYS;

export interface Processes {
  pidOf(way: WayName): number;
  /** One batch. @returns milliseconds of the invocation, for each submission. @throws Error like `submitBatch` */
  submit(way: WayName, kind: Kind): Promise<number>;
  stop(): Promise<void>;
}

/** Starts what the ways need, each process once. */
export async function startProcesses(
  world: World,
  processors: Processors,
  ways: readonly WayName[],
): Promise<Processes> {
  const sides = new Map<ProcessName, StartedSide>();
  for (const name of new Set(ways.map((one) => WAYS[one].process))) {
    sides.set(name, await startSide({ processors, ...programOf(name, world) }));
  }
  const sideOf = (name: WayName): StartedSide => {
    const side = sides.get(WAYS[name].process);
    if (side === undefined) throw new Error(`${name} was not started`);
    return side;
  };
  return {
    pidOf: (name) => sideOf(name).pid,
    async submit(name, kind) {
      const { definition, batch } = WAYS[name];
      return (await submitBatch({ world, side: sideOf(name), kind, definition, size: batch })) / batch;
    },
    async stop() {
      for (const side of sides.values()) await side.stop();
    },
  };
}

function programOf(name: ProcessName, { variables, folder }: World) {
  if (name === 'sekaliWithoutPicture') {
    return { name: 'sekali', variables: { ...variables, [variableOf('evidenceFolder')]: '' } } as const;
  }
  if (name === 'sekali' || name === 'fetch') return { name, variables };
  // The package unpacks into a folder of its own, with the libraries that it brings along for Lambda.
  const lambda = { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  return { name, variables: { ...variables, ...lambda } };
}
