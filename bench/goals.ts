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

/** By a profile of each step. */
const CHROMIUM =
  'What is left is mostly Chromium’s own work, and the same for a light page: a page and a process of its own for each submission, fields filled and a click with Playwright’s checks, the page of the answer, and its picture.';

export const GOALS: readonly Goal[] = [
  {
    ratio: 'skipVsSetNx',
    text: 'Skip of a settled duplicate, on loopback and without a replica, against a bare SET NX (p50)',
    must: 'be at most',
    limit: 1.3,
    unit: 'times',
    why: 'To call a script with as many keys and arguments as a claim has takes Redis and its client longer than a SET, even if the script does nothing: it has a row of its own in the table. On top of that come the commands that the claim runs, a write on every meeting among them, and a time limit for each command. Behind a network the round trip outweighs it: see the tables with 1 and 5 ms.',
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
    why: 'Arming is one round trip more, which Powertools does not have: it repeats a submission whose worker dies after the send. And its two SETs take Redis less than three scripts that check the owner, the phase, pauses and limits, and keep times. A submission takes seconds; this is a millisecond of it.',
  },
  {
    ratio: 'warmHeavy1Cpu',
    why: `${CHROMIUM} With its images and fonts the heavy page costs both workers the same, and the ratio is smaller still.`,
    text: 'Warm submission of a heavy page on one CPU, its images and fonts blocked, against the naive worker',
    must: 'be at least',
    limit: 2.5,
    unit: 'times faster',
  },
  {
    ratio: 'warmLight2Cpu',
    why: `${CHROMIUM} The naive worker keeps no picture; the row without it shows what that costs. In batches the goal is reached.`,
    text: 'Warm submission of a light page on two CPUs, against the naive worker',
    must: 'be at least',
    limit: 2,
    unit: 'times faster',
  },
  {
    ratio: 'gbSecondsBatch4',
    why: 'Four pages are opened, filled and pictured on one processor; only the target’s three seconds are shared. Larger batches reach it.',
    text: 'GB-seconds of a submission whose target takes 3 s, in batches of 4, against the naive worker',
    must: 'be at most',
    limit: 0.3,
    unit: 'of naive',
  },
  {
    ratio: 'httpVsNaive',
    why: 'A plain fetch is the floor. Above it lie the ledger’s three steps, an egress proxy of its own for each submission, the message hidden from other workers, pages read as a person sees them, and the page that is kept.',
    text: 'The sender http, against the naive worker',
    must: 'be at least',
    limit: 40,
    unit: 'times faster',
  },
  {
    ratio: 'coldStart',
    text: 'Extraction in a new process, up to a Chromium that can be started, against the package as shipped',
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
