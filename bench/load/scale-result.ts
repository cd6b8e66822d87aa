/** What the section `scale` makes of its backlogs. */
import type { Result, Table } from '../section.ts';
import { rounded } from '../spread.ts';
import { versionsOf } from '../versions.ts';
import type { WorkedOff } from './backlog.ts';
import type { RecordBytes } from './record-bytes.ts';

export interface OnLight {
  readonly workers: number;
  readonly backlog: WorkedOff;
  readonly duplicates: WorkedOff;
}

export interface OnSlow {
  readonly workers: number;
  readonly backlog: WorkedOff;
}

export interface ScaleMeasured {
  readonly light: readonly OnLight[];
  readonly slow: readonly OnSlow[];
  /** Messages of each submission. */
  readonly copies: number;
  readonly recordBytes: RecordBytes;
}

const MB = 1_000_000;

const NOTES = [
  'Each worker is a process that polls the queue and takes one message at a time; all of them, Redis, the queue’s emulator (in one thread) and the target share the same processors. So the curve of the light target ends where the two processors do, and says little about Lambda and SQS. On the slow target the workers wait, which is what many workers are for.',
  'The sender is `http`: as many browsers would measure the processors only. The light backlog is 2,000 messages of 500 submissions, mixed; the slow one 64 of 16, whose target takes 3 s. A duplicate that meets its submission under way is hidden for 10 s and more, so a backlog’s last message comes later than its last submission.',
  'Duplicates a second: the same submissions three times again, when all of them are settled. Calls of the queue are counted in the workers’ processes: receive, hide, delete. Those for a submission are what is left of a backlog’s once its duplicates’ are taken off.',
];

export async function scaleResult({ light, slow, copies, recordBytes }: ScaleMeasured): Promise<Result> {
  const perSecond = ({ entries, lastReceiptSeconds }: WorkedOff) => entries / lastReceiptSeconds;
  const duplicatesOf = (one: OnLight) => one.backlog.entries * (copies - 1);
  const skipped = (one: OnLight) => duplicatesOf(one) / one.duplicates.emptySeconds;
  /** Of a submission without its duplicates, and of a duplicate. */
  const split = (one: OnLight, of: (what: WorkedOff) => number) => {
    const duplicate = of(one.duplicates) / duplicatesOf(one);
    const submission = (of(one.backlog) - of(one.duplicates)) / one.backlog.entries;
    return { submission, duplicate };
  };
  const scripts = (what: WorkedOff) => what.redisScripts;
  const calls = (what: WorkedOff) => Object.values(what.queueCalls).reduce((sum, count) => sum + count, 0);
  const redisMs = (what: WorkedOff) => what.redisCpuMs;

  const [one, most] = [slow[0], slow.at(-1)];
  const busiest = light.at(-1);
  const alone = light[0];
  if (!one || !most || !busiest || !alone) throw new Error('nothing was measured');
  const throughput: Table = {
    title: 'Light target',
    columns: [
      'workers',
      'submissions a second',
      'duplicates skipped a second',
      'last receipt after, s',
      'queue empty after, s',
    ],
    rows: light.map((it) => [
      it.workers,
      rounded(perSecond(it.backlog)),
      rounded(skipped(it)),
      rounded(it.backlog.lastReceiptSeconds),
      rounded(it.backlog.emptySeconds),
    ]),
  };
  const costs: Table = {
    title: 'What a message costs, one worker',
    columns: ['of', 'Redis scripts', 'Redis CPU, ms', 'calls of the queue'],
    rows: (['submission', 'duplicate'] as const).map((which) => [
      which,
      rounded(split(alone, scripts)[which]),
      rounded(split(alone, redisMs)[which]),
      rounded(split(alone, calls)[which]),
    ]),
    note: `A settled record takes ${rounded(recordBytes.asConfigured)} bytes of Redis (MEMORY USAGE, median); ${rounded(recordBytes.packed)} where \`hash-max-listpack-value\` lets Redis pack it.`,
  };
  const waiting: Table = {
    title: 'Slow target',
    columns: ['workers', 'submissions a second', 'times one worker', 'last receipt after, s'],
    rows: slow.map(({ workers, backlog }) => [
      workers,
      rounded(perSecond(backlog)),
      rounded(perSecond(backlog) / perSecond(one.backlog)),
      rounded(backlog.lastReceiptSeconds),
    ]),
  };
  const memory = busiest.backlog.memory;
  return {
    tables: [throughput, waiting, costs],
    charts: [
      {
        file: 'scale-light.svg',
        title: 'Light target: messages a second',
        unit: 'a second, all workers together',
        over: 'workers',
        lines: [
          {
            label: 'submissions',
            points: light.map((it) => [it.workers, perSecond(it.backlog)]),
            ours: true,
          },
          { label: 'duplicates skipped', points: light.map((it) => [it.workers, skipped(it)]) },
        ],
      },
      {
        file: 'scale-slow.svg',
        title: 'Slow target (3 s): submissions a second',
        unit: 'a second, all workers together',
        over: 'workers',
        lines: [
          { label: 'submissions', points: slow.map((it) => [it.workers, perSecond(it.backlog)]), ours: true },
        ],
      },
      {
        file: 'scale-memory.svg',
        title: `Memory while the light backlog is worked off, ${busiest.workers} workers`,
        unit: 'MB, all workers together',
        over: 'seconds',
        lines: [
          {
            label: 'workers',
            points: memory.map((at) => [Math.round(at.atSeconds), at.workers / MB]),
            ours: true,
          },
          { label: 'Redis', points: memory.map((at) => [Math.round(at.atSeconds), at.redis / MB]) },
        ],
      },
    ],
    ratios: { workers8Slow: perSecond(most.backlog) / perSecond(one.backlog) },
    figures: {
      recordBytes: recordBytes.asConfigured,
      packedRecordBytes: recordBytes.packed,
      redisScriptsOfSubmission: split(alone, scripts).submission,
      redisCpuMsOfSubmission: split(alone, redisMs).submission,
      redisCpuMsOfDuplicate: split(alone, redisMs).duplicate,
      queueCallsOfSubmission: split(alone, calls).submission,
      queueCallsOfDuplicate: split(alone, calls).duplicate,
    },
    notes: NOTES,
    versions: await versionsOf('fauxqs', 'ioredis'),
  };
}
