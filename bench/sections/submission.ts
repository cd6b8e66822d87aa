import { interleave } from '../interleave.ts';
import { peakMemoryOf } from '../load/peak-memory.ts';
import { onProcessors, type Processors } from '../load/processors.ts';
import {
  type Cell,
  CPUS,
  type Measured,
  PAGES,
  type Samples,
  submissionResult,
} from '../load/submission-result.ts';
import { type Processes, startProcesses, WAYS, type WayName } from '../load/ways.ts';
import { startWorld } from '../load/world.ts';
import type { Run, Section, Table } from '../section.ts';

const SLOW_ANSWER_MS = 3_000;

interface Plan {
  readonly ways: readonly WayName[];
  readonly cells: readonly Cell[];
  /** Of which page the memory is looked at, on two processors. */
  readonly memoryOf: Cell['kind'];
}

/** Few rounds of the slow target, which takes most of the time itself. */
const WHOLE: Plan = {
  ways: Object.keys(WAYS) as WayName[],
  cells: [
    { kind: 'light', processors: '0', rounds: 8 },
    { kind: 'heavy', processors: '0', rounds: 6 },
    { kind: 'slow', processors: '0', rounds: 2 },
    { kind: 'light', processors: '0,1', rounds: 8 },
    { kind: 'heavy', processors: '0,1', rounds: 6 },
    { kind: 'slow', processors: '0,1', rounds: 1 },
  ],
  memoryOf: 'heavy',
};
/** Each process costs a second or two. */
const SMALL: Plan = {
  ways: ['naive', 'warm', 'batch2', 'http', 'fetch'],
  cells: [{ kind: 'light', processors: '0,1', rounds: 1 }],
  memoryOf: 'light',
};

export const submission: Section = {
  name: 'submission',
  title: 'A submission',
  async measure(run) {
    const { ways, cells, memoryOf } = run.small ? SMALL : WHOLE;
    const world = await startWorld({ slowAnswerMs: SLOW_ANSWER_MS });
    const measured: Measured[] = [];
    try {
      const on = async (processors: Processors, work: (processes: Processes) => Promise<void>) => {
        await onProcessors(processors, [process.pid, world.redis.pid], async () => {
          const processes = await startProcesses(world, processors, ways);
          await work(processes).finally(processes.stop);
        });
      };
      const tables: Table[] = [];
      const figures: Record<string, number> = {};
      for (const processors of new Set(cells.map((cell) => cell.processors))) {
        await on(processors, async (processes) => {
          for (const cell of cells.filter((one) => one.processors === processors)) {
            measured.push({ ...cell, samples: await samplesOf(cell, ways, processes, run) });
          }
          if (processors !== '0,1') return;
          tables.push(await memoryTable(memoryOf, ways, processes));
          for (const kind of new Set(cells.map((cell) => cell.kind))) {
            const before = world.target.connections;
            await processes.submit('warm', kind);
            figures[`${kind}Connections`] = world.target.connections - before;
          }
        });
      }
      return await submissionResult(measured, { tables, figures });
    } finally {
      await world.stop();
    }
  },
};

function samplesOf(
  { kind, processors, rounds }: Cell,
  ways: readonly WayName[],
  processes: Processes,
  run: Run,
): Promise<Samples> {
  const sides = Object.fromEntries(ways.map((name) => [name, () => processes.submit(name, kind)]));
  return interleave(sides, {
    rounds,
    // The slow page is the light one, which is warm by then.
    warmUps: run.small || kind === 'slow' ? 0 : 1,
    onRound: (done, of) => run.step(`${PAGES[kind].toLowerCase()}, ${CPUS[processors]}`, done, of),
  });
}

async function memoryTable(
  kind: Cell['kind'],
  ways: readonly WayName[],
  processes: Processes,
): Promise<Table> {
  const rows: [string, number, number][] = [];
  for (const name of ways) {
    const peak = await peakMemoryOf(processes.pidOf(name), () => processes.submit(name, kind));
    rows.push([WAYS[name].label, Math.round(peak.ownBytes / 1e6), Math.round(peak.childrenBytes / 1e6)]);
  }
  return {
    title: `Memory, ${PAGES[kind].toLowerCase()}, ${CPUS['0,1']}`,
    columns: ['way', 'Node, MB', 'Chromium, MB'],
    rows,
    note: 'The most that was seen in one more batch each, looked at every 50 ms; what processes share is counted in shares (PSS).',
  };
}
