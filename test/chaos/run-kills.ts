/** `npm run kills`: a worker killed at every boundary of a submission, and what became of it. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { argumentsOr } from '../../cli/arguments.ts';
import { progressLine } from '../../cli/progress-line.ts';
import { type KillRow, runKills } from './kills.ts';
import { BEFORE_ARMING, POINTS } from './points.ts';

const USAGE = `Kills a worker (SIGKILL, Chromium with it) at every boundary of a submission, and shows how often the target got the form,
where the submission ended, and how long it took until another worker went on.

  npm run kills -- [--batch 1|4] [--verify] [--times N] [--json FILE]

  --batch 1|4   messages to an invocation (default 1)
  --verify      a form that can look up what became of it
  --times N     kills at each boundary (default 1: about four minutes)
  --json FILE   write the rows to FILE, as JSON

Example
  npm run kills -- --times 3

Exit code 0: nothing was submitted twice or lost. 1: it was. 2: wrong usage.`;

const given = await argumentsOr(USAGE, () => {
  const { values } = parseArgs({
    options: {
      batch: { type: 'string', default: '1' },
      verify: { type: 'boolean', default: false },
      times: { type: 'string', default: '1' },
      json: { type: 'string' },
    },
  });
  const [batchSize, times] = [Number(values.batch), Number(values.times)];
  if (batchSize !== 1 && batchSize !== 4) throw new Error('--batch must be 1 or 4.');
  if (!Number.isInteger(times) || times < 1) throw new Error('--times must be a whole number from 1 on.');
  return { ...values, batchSize, times } as const;
});

/** The defaults of the product; the queue's visibility timeout is short, in AWS it is six times the worker's timeout. */
const LEASE_MS = 10_000;
const HEARTBEAT_MS = 4_000;
const VISIBILITY_SECONDS = 15;

const progress = progressLine();
const rows = await runKills({
  form: given.verify ? 'permit' : 'ticket',
  batchSize: given.batchSize,
  times: given.times,
  leaseTtlMs: LEASE_MS,
  heartbeatMs: HEARTBEAT_MS,
  visibilitySeconds: VISIBILITY_SECONDS,
  say: (text) => progress.show(text),
}).finally(() => progress.end());
console.log(tableOf(rows));
if (given.json !== undefined) await writeFile(given.json, `${JSON.stringify(rows, null, 2)}\n`);

function tableOf(rows: readonly KillRow[]): string {
  const table = new Table({
    head: ['killed at', 'when', 'entries', 'ends', 'recovery'],
    style: { head: [], border: [], compact: true },
  });
  for (const { point, entries, phases, recoveriesMs } of rows) {
    table.push([point, POINTS[point], inOne(entries), inOne(phases), recoveryOf(recoveriesMs)]);
  }
  const before = rows.filter(({ point }) => BEFORE_ARMING.has(point)).flatMap((row) => row.recoveriesMs);
  return `${table}\nRecovery from ${before.length} kills before arming: ${recoveryOf(before)}; lease ${LEASE_MS / 1_000} s, the queue's visibility timeout ${VISIBILITY_SECONDS} s`;
}

function recoveryOf(ms: readonly number[]): string {
  if (ms.length === 0) return '';
  const sorted = ms.toSorted((one, other) => one - other);
  const seconds = (one = 0) => `${(one / 1_000).toFixed(1)} s`;
  const median = seconds(sorted[Math.floor(sorted.length / 2)]);
  return sorted.length === 1 ? median : `${median} (${seconds(sorted[0])} to ${seconds(sorted.at(-1))})`;
}

function inOne(values: readonly (string | number)[]): string {
  return [...new Set(values)].join(', ');
}
