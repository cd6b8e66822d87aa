/** A worker killed at every boundary, one after the other, and what became of the submission. */
import { runPlan } from './chaos.ts';
import type { Act } from './journal.ts';
import type { Plan, Planned } from './plan.ts';
import { POINTS, type Point } from './points.ts';
import { figuresOf, reportOf } from './report.ts';

export interface KillOptions {
  readonly form: Planned['form'];
  readonly batchSize: 1 | 4;
  /** How often each point. */
  readonly times: number;
  readonly leaseTtlMs: number;
  readonly heartbeatMs: number;
  readonly visibilitySeconds: number;
  readonly say?: (progress: string) => void;
}

export interface KillRow {
  readonly point: Point;
  /** At the target, for each time. */
  readonly entries: readonly number[];
  /** In the ledger at the end. */
  readonly phases: readonly string[];
  /** From the kill to another worker's request, sorted. */
  readonly recoveriesMs: readonly number[];
}

/** `launch` first, since only a fresh environment launches a browser. */
export const KILL_POINTS: readonly Point[] = [
  'launch',
  ...(Object.keys(POINTS) as Point[]).filter((point) => point !== 'launch'),
];
const SIBLINGS = ['a', 'b', 'c'];
const TIME_LIMIT_MS = 3_600_000;

/** Strikes at each point, `everyMs` the next: with batches of 4 there are siblings, which share what is done. */
export function strikePlan(
  act: Act,
  at: readonly Point[],
  { form, batchSize, times }: Pick<KillOptions, 'form' | 'batchSize' | 'times'>,
  everyMs: number,
): Plan {
  const planned = (id: string, atMs: number, strikes: Planned['strikes']): Planned => ({
    ...{ id, form, strikes },
    ...{ messagesAtMs: [atMs], conflicting: false, trouble: 'none' },
  });
  const struck = at.flatMap((point) =>
    Array.from({ length: times }, (_, nth) => ({ point, id: idOf(point, nth) })),
  );
  const submissions = struck.flatMap(({ point, id }, nth) => [
    planned(id, nth * everyMs, [{ at: point, act }]),
    ...(batchSize === 1 ? [] : SIBLINGS.map((sibling) => planned(`${id}-${sibling}`, nth * everyMs, []))),
  ]);
  return { submissions, world: [] };
}

const idOf = (point: Point, nth: number) => `${point}-${nth}`;

/** Kills at every point, one at a time, so that the times are those of the protocol and not of a crowd. */
export async function runKills(options: KillOptions): Promise<KillRow[]> {
  const { batchSize, leaseTtlMs, heartbeatMs, visibilitySeconds, say } = options;
  const params = { batchSize, leaseTtlMs, heartbeatMs, abortMarginMs: heartbeatMs / 2 };
  // The next one when the one before has recovered.
  const plan = strikePlan(
    'kill',
    KILL_POINTS,
    options,
    Math.max(visibilitySeconds * 1_000, leaseTtlMs) + 5_000,
  );
  const result = await runPlan(plan, {
    workers: 2,
    params,
    visibilitySeconds,
    reuse: false,
    operator: false,
    timeLimitMs: TIME_LIMIT_MS,
    ...(say && { say }),
  });
  const figures = figuresOf({ seed: 0, submissions: plan.submissions.length }, result);
  if (!figures.held) throw new Error(reportOf(figures, result));
  return KILL_POINTS.map((point) => {
    const ids = Array.from({ length: options.times }, (_, nth) => idOf(point, nth));
    return {
      point,
      entries: ids.map((id) => result.entriesOf.get(id) ?? 0),
      phases: ids.map((id) => result.phases.get(id) ?? 'none'),
      recoveriesMs: result.recoveries
        .filter((recovery) => recovery.point === point)
        .map(({ ms }) => ms)
        .sort((one, other) => one - other),
    };
  });
}
