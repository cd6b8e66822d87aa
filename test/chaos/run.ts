/** `npm run chaos`: random submissions, duplicates and faults, the same for the same seed. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { argumentsOr } from '../../cli/arguments.ts';
import { progressLine } from '../../cli/progress-line.ts';
import { runPlan } from './chaos.ts';
import { planOf } from './plan.ts';
import { figuresOf, reportOf } from './report.ts';

const USAGE = `Submits random forms for random visitors, most of them by several messages, while workers are killed and frozen at every
boundary, Redis fails over, the queue fails and the target misbehaves; then counts what the target got.

  npm run chaos -- [--submissions N] [--seed N] [--workers N] [--control] [--json FILE] [--log FILE]

  --submissions N  how many different submissions (default 300: some minutes)
  --seed N         which plan; the same seed brings the same submissions and faults (default: a random one, printed)
  --workers N      execution environments at once (default 4)
  --control        a plain worker with a lock and no record in place of ours: the harness finds its duplicates
  --json FILE      write the figures to FILE, as JSON
  --log FILE       write what the workers log to FILE

Example
  npm run chaos -- --submissions 300 --seed 1

Exit code 0: nothing was submitted twice or lost, and every unknown outcome has a cause. 1: it was. 2: wrong usage.`;

const number = (option: string, text: string, least: number) => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  throw new Error(`--${option} ${text}: must be a whole number from ${least} on.`);
};

const given = await argumentsOr(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      submissions: { type: 'string', default: '300' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
      workers: { type: 'string', default: '4' },
      control: { type: 'boolean', default: false },
      json: { type: 'string' },
      log: { type: 'string' },
    },
  });
  // At once: a name that cannot be written should not cost a whole run.
  for (const file of [values.json, values.log]) if (file !== undefined) await writeFile(file, '');
  return {
    ...values,
    submissions: number('submissions', values.submissions, 1),
    seed: number('seed', values.seed, 0),
    workers: number('workers', values.workers, 1),
  };
});

/** A run that stands still ends, and what is left counts as lost. */
const TIME_LIMIT_MS = 60_000 + given.submissions * 4_000;

const progress = progressLine();
const log: string[] = [];
const result = await runPlan(planOf(given.seed, given.submissions), {
  workers: given.workers,
  worker: given.control ? 'naive' : 'sekali',
  timeLimitMs: TIME_LIMIT_MS,
  onLine: (line) => void log.push(line),
  say: (text) => progress.show(text),
}).finally(() => progress.end());
const figures = figuresOf(given, result);
console.log(reportOf(figures, result));
if (given.json !== undefined) await writeFile(given.json, `${JSON.stringify(figures, null, 2)}\n`);
if (given.log !== undefined) await writeFile(given.log, `${log.join('\n')}\n`);
process.exitCode = figures.held ? 0 : 1;
