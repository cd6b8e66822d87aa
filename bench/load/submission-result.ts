/** What the section `submission` makes of its samples. */
import type { BarChart, Result, Table } from '../section.ts';
import { medianOf, rounded, shown, spreadOf } from '../spread.ts';
import type { Kind } from '../target/pages.ts';
import { versionsOf } from '../versions.ts';
import type { Processors } from './processors.ts';
import { WAYS, type WayName } from './ways.ts';
import { MEMORY_GB } from './world.ts';

export interface Cell {
  readonly kind: Kind;
  readonly processors: Processors;
  readonly rounds: number;
}

/** Milliseconds of an invocation for each submission in it. */
export type Samples = Readonly<Partial<Record<WayName, readonly number[]>>>;
export type Measured = Cell & { readonly samples: Samples };

export const PAGES: Readonly<Record<Kind, string>> = {
  light: 'Light page',
  heavy: 'Heavy page',
  slow: 'Target that takes 3 s to answer',
};
export const CPUS: Readonly<Record<Processors, string>> = { '0': '1 CPU', '0,1': '2 CPUs' };

const NOTES = [
  'Every way gets its messages from the same queue, in a process of its own, and is measured from the call of its handler to its answer: what Lambda bills. In a batch the submissions run side by side, and the time is divided by their number. Warm: the process and, of Sekali, its browser run already. After each batch the target is asked whether exactly the expected entries came in.',
  'The naive worker takes a lock (SET NX PX, a heartbeat, a release by script) and starts a browser for each job, with the arguments that `@sparticuz/chromium` comes with; it knows nothing of earlier submissions and keeps no picture. Sekali claims, holds the request back, arms, sends, settles and keeps a picture of the receipt, as on a deployed stage; the goals are measured with the picture.',
  'GB-seconds are of 2,048 MB, as `serverless.yml` asks for. 1 CPU: the worker and its browser on one processor (`taskset`), Redis, queue and target on the other. 2 CPUs: all of them on two. On Lambda, 2,048 MB is 1.16 CPUs.',
  'The light page is a form of three fields. The heavy one loads 7 MB with it: ten pictures, 210 kB of styles, two fonts; `block` in its definition leaves pictures and fonts out.',
];

/** @param parts what was looked at beside the time: tables, and figures for `docs/scale.md` */
export async function submissionResult(
  measured: readonly Measured[],
  parts: { readonly tables: readonly Table[]; readonly figures: Readonly<Record<string, number>> },
): Promise<Result> {
  /** Undefined where it was not measured. */
  const medianMs = (kind: Kind, processors: Processors, name: WayName): number | undefined => {
    const samples = measured.find((one) => one.kind === kind && one.processors === processors)?.samples[name];
    return samples && medianOf(samples);
  };
  const faster = (kind: Kind, processors: Processors, name: WayName): number | undefined => {
    const [naiveMs, otherMs] = [medianMs(kind, processors, 'naive'), medianMs(kind, processors, name)];
    return naiveMs && otherMs && naiveMs / otherMs;
  };
  const batch4 = faster('slow', '0', 'batch4');
  const ratios = {
    warmHeavy1Cpu: faster('heavy', '0', 'warmBlocking'),
    warmLight2Cpu: faster('light', '0,1', 'warm'),
    gbSecondsBatch4: batch4 && 1 / batch4,
    httpVsNaive: faster('light', '0,1', 'http'),
  };
  return {
    tables: [...measured.map(tableOf), ...parts.tables],
    charts: measured.map(chartOf),
    ratios: defined(ratios),
    figures: {
      ...parts.figures,
      ...defined({
        lightMs: medianMs('light', '0', 'warm'),
        heavyMs: medianMs('heavy', '0', 'warm'),
        slowMs: medianMs('slow', '0', 'warm'),
        slowBatch4Ms: medianMs('slow', '0', 'batch4'),
        slowNaiveMs: medianMs('slow', '0', 'naive'),
        lightHttpMs: medianMs('light', '0', 'http'),
      }),
    },
    notes: NOTES,
    versions: await versionsOf('playwright-core', '@sparticuz/chromium', 'ioredis'),
  };
}

function defined(values: Readonly<Record<string, number | undefined>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const titleOf = ({ kind, processors }: Cell) => `${PAGES[kind]}, ${CPUS[processors]}`;

const spreadsOf = (samples: Samples) =>
  Object.entries(samples).map(([name, values]) => ({ way: WAYS[name as WayName], spread: spreadOf(values) }));

function tableOf(cell: Measured): Table {
  const naive = medianOf(cell.samples.naive ?? []);
  return {
    title: titleOf(cell),
    columns: ['way', 'ms for each submission', 'times faster than naive', 'GB-seconds for each', 'rounds'],
    rows: spreadsOf(cell.samples).map(({ way, spread }) => [
      way.label,
      shown(spread),
      rounded(naive / spread.median),
      rounded((MEMORY_GB * spread.median) / 1_000),
      spread.samples,
    ]),
  };
}

function chartOf(cell: Measured): BarChart {
  return {
    file: `submission-${cell.kind}-${cell.processors === '0' ? 1 : 2}cpu.svg`,
    title: titleOf(cell),
    unit: 'ms of an invocation for each submission: less is better',
    bars: spreadsOf(cell.samples).map(({ way, spread: { median, low, high } }) => ({
      label: way.label,
      value: median,
      between: [low, high],
      ours: way.process.startsWith('sekali'),
    })),
  };
}
