import type { BarChart, Table } from '../section.ts';
import { rounded, type Spread, shown } from '../spread.ts';
import type { Contender } from './guard.ts';
import type { Cost, Costs } from './round-trips.ts';
import { LANES, type Speed } from './speed.ts';

type Speeds = ReadonlyMap<string, Speed>;

export function costTable(costs: ReadonlyMap<string, Costs>): Table {
  const cells = (cost: Cost | undefined) =>
    cost ? [cost.roundTrips, cost.commands.join(', '), cost.inScripts] : ['', '', ''];
  return {
    title: 'Round trips and commands',
    columns: [
      'guard',
      'round trips of a submission',
      'its commands',
      'run inside scripts',
      'round trips of a duplicate',
      'its commands',
      'run inside scripts',
    ],
    rows: [...costs].map(([name, { submit, skip }]) => [name, ...cells(submit), ...cells(skip)]),
    note:
      'Counted for one submission once everything is warm. A round trip: the guard waits for an answer, as a proxy in front of Redis sees it; ' +
      'a WAIT in the same pipeline as its script is none of its own. Commands: as MONITOR sees them.',
  };
}

export function lacksTable(contenders: readonly Contender[]): Table {
  return {
    title: 'What each of them does',
    columns: [
      'guard',
      'a point after which nobody sends again',
      'checks the owner of a write',
      'keeps the outcome',
    ],
    rows: contenders.map(({ name, lacks: { arming, owner, outcome } }) => [name, arming, owner, outcome]),
  };
}

export function speedTable(title: string, speeds: Speeds, note: string): Table {
  const rows = [...speeds].map(([name, { submitMs, atOnce, skipMs }]) => [
    name,
    ...(submitMs ? [shown(submitMs), rounded(submitMs.p99), rounded(1000 / submitMs.median)] : ['', '', '']),
    atOnce ? shown(atOnce) : '',
    ...(skipMs ? [shown(skipMs), rounded(skipMs.p99)] : ['', '']),
  ]);
  return {
    title,
    columns: [
      'guard',
      'submission, ms',
      'p99, ms',
      'a second, one by one',
      `a second, ${LANES} at once`,
      'duplicate, ms',
      'p99, ms',
    ],
    rows,
    note,
  };
}

export function barsOf(
  contenders: readonly Contender[],
  speeds: Speeds,
  chart: Omit<BarChart, 'bars'>,
  of: (speed: Speed) => Spread | undefined,
): BarChart {
  const bars = contenders.flatMap(({ name, ours }) => {
    const spread = of(speeds.get(name) ?? {});
    if (spread === undefined) return [];
    const { median, low, high } = spread;
    return [{ label: name, value: median, between: [low, high] as const, ...(ours && { ours }) }];
  });
  return { ...chart, bars };
}
