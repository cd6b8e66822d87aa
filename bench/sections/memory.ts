import { Redis } from 'ioredis';
import { type StartedSide, startSide } from '../load/start-side.ts';
import { submitBatch } from '../load/submit.ts';
import { memoryOf, openFilesOf } from '../load/tree-memory.ts';
import { startWorld, type World } from '../load/world.ts';
import type { LineChart, Section, Table } from '../section.ts';
import { rounded } from '../spread.ts';
import { versionsOf } from '../versions.ts';

const MB = 1_000_000;

const LOOKS_AT_HEAP = 3;

/** Never looked at after the 50th use of a browser, when it has just ended. */
const WHOLE = { submissions: 504, lookEvery: 24, byHttp: 3_000 };
const SMALL: typeof WHOLE = { submissions: 2, lookEvery: 1, byHttp: 3 };

interface Seen {
  readonly submissions: number;
  readonly nodeMb: number;
  readonly chromiumMb: number;
  readonly openFiles: number;
  readonly redisKeys: number;
}

export const memory: Section = {
  name: 'memory',
  title: 'A worker that stays',
  async measure({ small, step }) {
    const plan = small ? SMALL : WHOLE;
    const world = await startWorld({ slowAnswerMs: 0 });
    const redis = new Redis(world.redis.url);
    try {
      const side = await startSide({ name: 'sekali', processors: '0,1', variables: world.variables });
      const seen: Seen[] = [];
      for (let done = 1; done <= plan.submissions; done++) {
        await submitBatch({ world, side, kind: 'light', size: 1 });
        if (done % plan.lookEvery !== 0) continue;
        step('submissions in the browser', done, plan.submissions);
        seen.push(await look(side, redis, done));
      }
      const heap = await heapOver(world, side, plan.byHttp, (done) => step('by http', done, plan.byHttp));
      await side.stop();
      return {
        tables: [tableOf(seen), heapTable(heap)],
        charts: [chartOf(seen)],
        ratios: {},
        notes: [
          'One worker, one message after the other, a browser context of its own for each. Chromium is replaced after 50 of them. Memory is what the processes hold in shares (PSS), with no collection forced; open files are those of Node. Redis has a record for each submission and nothing else that grows.',
        ],
        versions: await versionsOf('playwright-core'),
      };
    } finally {
      redis.disconnect();
      await world.stop();
    }
  },
};

async function look({ pid }: StartedSide, redis: Redis, submissions: number): Promise<Seen> {
  const { ownBytes, childrenBytes } = memoryOf(pid);
  return {
    submissions,
    nodeMb: Math.round(ownBytes / MB),
    chromiumMb: Math.round(childrenBytes / MB),
    openFiles: openFilesOf(pid),
    redisKeys: await redis.dbsize(),
  };
}

interface Held {
  readonly submissions: number;
  readonly bytes: number;
}

/** What the heap holds after a collection, over many submissions: what is kept by key would show as a growth that goes on. */
async function heapOver(
  world: World,
  side: StartedSide,
  count: number,
  say: (done: number) => void,
): Promise<Held[]> {
  const held: Held[] = [];
  for (let done = 0; ; done++) {
    if (done % (count / LOOKS_AT_HEAP) === 0) held.push({ submissions: done, bytes: await side.heapBytes() });
    if (done === count) return held;
    await submitBatch({ world, side, kind: 'light', definition: 'http', size: 1 });
    if (done % 100 === 0) say(done);
  }
}

function tableOf(seen: readonly Seen[]): Table {
  return {
    title: 'Over the submissions',
    columns: ['submissions', 'Node, MB', 'Chromium, MB', 'open files', 'keys in Redis'],
    // Every fourth; the chart has them all.
    rows: seen
      .filter((_, nth) => (seen.length - 1 - nth) % 4 === 0)
      .map(({ submissions, nodeMb, chromiumMb, openFiles, redisKeys }) => [
        submissions,
        nodeMb,
        chromiumMb,
        openFiles,
        redisKeys,
      ]),
  };
}

function heapTable(held: readonly Held[]): Table {
  return {
    title: 'Heap after a collection, over more submissions by the sender http',
    columns: ['submissions', 'MB'],
    rows: held.map(({ submissions, bytes }) => [submissions, rounded(bytes / MB)]),
  };
}

function chartOf(seen: readonly Seen[]): LineChart {
  return {
    file: 'memory.svg',
    title: 'Memory of a worker over its submissions',
    unit: 'MB',
    over: 'submissions',
    lines: [
      { label: 'Node', points: seen.map((at) => [at.submissions, at.nodeMb]), ours: true },
      { label: 'Chromium', points: seen.map((at) => [at.submissions, at.chromiumMb]) },
    ],
  };
}
