/** What the product is to reach; each is measured by a section, which answers it under the same name. */
export interface Goal {
  /** The name among a section's ratios. */
  readonly ratio: string;
  readonly text: string;
  readonly must: 'be at least' | 'be at most';
  readonly limit: number;
  readonly unit?: string;
  /** What stands in its way; told where it is missed. */
  readonly why?: string;
}

export const GOALS: readonly Goal[] = [
  {
    ratio: 'skipVsSetNx',
    text: 'A settled duplicate is skipped in the time of a bare SET NX (p50, one round trip, no replica)',
    must: 'be at most',
    limit: 1.3,
    unit: 'times',
  },
  {
    ratio: 'roundTripsHappyPath',
    text: 'Round trips to Redis of a guarded submission: claim, arm, settle',
    must: 'be at most',
    limit: 3,
  },
  {
    ratio: 'guardVsPowertools',
    text: 'Guarded submissions a second on loopback, against Powertools idempotency on Redis',
    must: 'be at least',
    limit: 1,
    unit: 'times',
  },
  {
    ratio: 'warmHeavy1Cpu',
    text: 'Warm submission of a heavy page on one CPU, against the naive worker',
    must: 'be at least',
    limit: 2.5,
    unit: 'times faster',
  },
  {
    ratio: 'warmLight2Cpu',
    text: 'Warm submission of a light page on two CPUs, against the naive worker',
    must: 'be at least',
    limit: 2,
    unit: 'times faster',
  },
  {
    ratio: 'gbSecondsBatch4',
    text: 'GB-seconds of a submission whose target takes 3 s, in batches of 4, against the naive worker',
    must: 'be at most',
    limit: 0.3,
    unit: 'of naive',
  },
  {
    ratio: 'httpVsNaive',
    text: 'The sender http, against the naive worker',
    must: 'be at least',
    limit: 40,
    unit: 'times faster',
  },
  {
    ratio: 'coldStart',
    text: 'From a new process to a Chromium that can be started, against the package as shipped',
    must: 'be at least',
    limit: 2.5,
    unit: 'times faster',
  },
  {
    ratio: 'recoverySeconds',
    text: 'After a kill another worker goes on: the lease of 10 s and 3 s more',
    must: 'be at most',
    limit: 13,
    unit: 's',
  },
  {
    ratio: 'workers8Slow',
    text: 'Eight workers of batch 1 on a slow target, against one',
    must: 'be at least',
    limit: 5,
    unit: 'times the throughput',
  },
];

export function isReached({ must, limit }: Goal, value: number): boolean {
  return must === 'be at least' ? value >= limit : value <= limit;
}
