/** What a run of chaos comes to, for people and machines. */
import Table from 'cli-table3';
import type { ChaosResult } from './chaos.ts';

export interface ChaosFigures {
  readonly held: boolean;
  readonly seed: number;
  readonly submissions: number;
  readonly messages: number;
  readonly faults: number;
  readonly entries: number;
  readonly duplicates: number;
  readonly lost: number;
  /** Submissions that ended unknown: a person had to look. */
  readonly unknown: number;
  /** Of these, by what happened to them. */
  readonly causes: Readonly<Record<string, number>>;
  readonly unexplained: number;
  /** Of all, after a person has resolved the unknown ones: how many do not stand at the target as often as they should. */
  readonly notOnce: number;
  readonly parked: Readonly<Record<string, number>>;
  /** From a kill before arming to another worker's request. */
  readonly recovery: {
    readonly count: number;
    readonly medianSeconds: number;
    readonly slowestSeconds: number;
  };
  readonly seconds: number;
}

export function figuresOf(
  { seed, submissions }: { readonly seed: number; readonly submissions: number },
  { judged, ...result }: ChaosResult,
): ChaosFigures {
  const lost = judged.lost.length + result.left;
  const sorted = result.recoveries.map(({ ms }) => ms).sort((one, other) => one - other);
  const seconds = (ms = 0) => Math.round(ms / 100) / 10;
  const [duplicates, unexplained, notOnce] = [judged.duplicates, judged.unexplained, result.notOnce].map(
    ({ length }) => length,
  ) as [number, number, number];
  const causes = Object.fromEntries([...judged.unknown].map(([cause, { length }]) => [cause, length]));
  return {
    held: duplicates + lost + unexplained + notOnce === 0,
    seed,
    submissions,
    messages: result.messages,
    faults: sum([...result.faults.values()]),
    entries: result.entries,
    duplicates,
    lost,
    unknown: sum(Object.values(causes)),
    causes,
    unexplained,
    notOnce,
    parked: Object.fromEntries(result.parked),
    recovery: {
      count: sorted.length,
      medianSeconds: seconds(sorted[Math.floor(sorted.length / 2)]),
      slowestSeconds: seconds(sorted.at(-1)),
    },
    seconds: seconds(result.seconds * 1_000),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

export function reportOf(figures: ChaosFigures, { judged, notOnce, faults, left }: ChaosResult): string {
  const table = new Table({
    colAligns: ['left', 'right', 'left'],
    colWidths: [13, 9, 90],
    wordWrap: true,
    style: { head: [], border: [], compact: true },
  });
  const byName = (counts: Iterable<readonly [string, number]>) =>
    [...counts]
      .toSorted()
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  table.push(
    ['submissions', figures.submissions, 'different visitors and forms'],
    [
      'messages',
      figures.messages,
      'sent to the queue, duplicates and other data for the same visitor among them',
    ],
    ['faults', figures.faults, 'things that were done to workers, Redis and the queue'],
    ['entries', figures.entries, 'at the target, which looks for no duplicates'],
    ['duplicates', figures.duplicates, 'entries beyond the first'],
    ['lost', figures.lost, 'neither settled nor parked, or settled and not true'],
    ['unknown', figures.unknown, byName(Object.entries(figures.causes))],
    ['unexplained', figures.unexplained, 'unknown, and nothing that was done explains it'],
    [
      'not once',
      figures.notOnce,
      'after an operator resolved the unknown ones: not at the target as often as it should',
    ],
    ['parked', sum(Object.values(figures.parked)), byName(Object.entries(figures.parked))],
    [
      'recovery',
      `${figures.recovery.medianSeconds} s`,
      `median of ${figures.recovery.count} kills before arming, the wait behind the other messages included; the slowest ${figures.recovery.slowestSeconds} s`,
    ],
    ['time', `${figures.seconds} s`, `seed ${figures.seed}`],
  );
  const wrong = [
    ...judged.duplicates.map((id) => `duplicate: ${id}`),
    ...judged.lost.map((what) => `lost: ${what}`),
    ...judged.unexplained.map((id) => `unexplained: ${id}`),
    ...notOnce.map((id) => `not once: ${id}`),
    ...(left > 0 ? [`${left} messages were still in the queue at the time limit`] : []),
  ];
  const verdict = figures.held
    ? 'Nothing was submitted twice, nothing was lost.'
    : `The promise broke; try again with --seed ${figures.seed}:\n${wrong.join('\n')}`;
  return `${table}\nFaults: ${byName(faults)}\n${verdict}`;
}
