import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stageEnvironment } from '../../cli/stage-parameters.ts';
import { buildLayer } from '../../layers/chromium/build.ts';
import { readStage } from '../../lib/config/stage.ts';
import { declareLedger } from '../../local/declare-ledger.ts';
import { PARKING_NAME, QUEUE_NAME, queueUrlOf } from '../../local/queues.ts';
import { startRedis } from '../../local/redis.ts';
import { bundlesOf } from '../cold-start/bundle.ts';
import type { Moments } from '../cold-start/moments.ts';
import { type Start, startCold } from '../cold-start/start.ts';
import { interleave, type Side } from '../interleave.ts';
import type { Result, Run, Section, Table } from '../section.ts';
import { rounded, type Spread, shown, spreadOf } from '../spread.ts';
import { versionsOf } from '../versions.ts';

const ROUNDS = 9;

/** From a new process to the first page. */
export const coldStart: Section = {
  name: 'cold-start',
  title: 'Cold start: from a new process to the first page',
  async measure(run) {
    const layer = join((await buildLayer({ say: () => {} })).opt, 'chromium');
    const cache = await mkdtemp(join(tmpdir(), 'sekali-compile-cache-'));
    const [redis, bundles] = await Promise.all([
      startRedis(),
      bundlesOf(['bench/cold-start/shipped-start.ts', 'bench/cold-start/worker-start.ts']),
    ]);
    try {
      const env = await environmentFor(redis.url);
      await declareLedger(redis.url, readStage(env));
      const [shipped = '', ours = ''] = bundles.files;
      const ways = waysOf({ shipped, ours, layer, cache, env });
      return await measureStarts(run.small ? onlyThoseOfTheGoal(ways) : ways, run);
    } finally {
      await Promise.all([redis.stop(), bundles.remove(), rm(cache, { recursive: true, force: true })]);
    }
  },
};

const SHIPPED = 'package as shipped';
const LAYER = 'Sekali, layer';

interface Parts {
  readonly shipped: string;
  readonly ours: string;
  readonly layer: string;
  readonly cache: string;
  readonly env: Readonly<Record<string, string>>;
}

function waysOf({ shipped, ours, layer, cache, env }: Parts): Readonly<Record<string, Start>> {
  return {
    [SHIPPED]: { program: shipped, env: {} },
    'Sekali, package': { program: ours, env, options: { early: false } },
    [LAYER]: { program: ours, env, options: { layer, early: false } },
    'Sekali, layer, browser beside claim': { program: ours, env, options: { layer, early: true } },
    'Sekali, layer, compile cache': {
      program: ours,
      env,
      options: { layer, early: false },
      compileCache: cache,
    },
  };
}

/** A start takes seconds. */
function onlyThoseOfTheGoal(ways: Readonly<Record<string, Start>>) {
  return Object.fromEntries(Object.entries(ways).filter(([name]) => name === SHIPPED || name === LAYER));
}

async function measureStarts(ways: Readonly<Record<string, Start>>, { small, step }: Run): Promise<Result> {
  const moments = new Map<string, Moments[]>(Object.keys(ways).map((name) => [name, []]));
  const sides: Record<string, Side> = {};
  for (const [name, start] of Object.entries(ways)) {
    sides[name] = async () => {
      const found = await startCold(start);
      moments.get(name)?.push(found);
      return found.page;
    };
  }
  const [rounds, warmUps] = small ? [1, 0] : [ROUNDS, 1];
  const totals = await interleave(sides, {
    rounds,
    warmUps,
    onRound: (done, of) => step('rounds', done, of),
  });
  const steps = Object.entries(totals).map(([name, total]) => {
    // The first round fills the compile cache, and the system's own of files.
    const kept = moments.get(name)?.slice(warmUps) ?? [];
    return { name, ...stepsOf(kept), total: spreadOf(total) };
  });
  const extract = (wanted: string) => steps.find(({ name }) => name === wanted)?.extract.median ?? Number.NaN;
  return {
    tables: [tableOf(steps)],
    charts: [
      {
        file: 'cold-start.svg',
        title: 'From a new process to the first page',
        unit: 'ms',
        bars: steps.map(({ name, total: { median, low, high } }) => ({
          label: name,
          value: median,
          between: [low, high],
          ...(name !== SHIPPED && { ours: true }),
        })),
      },
    ],
    ratios: { coldStart: extract(SHIPPED) / extract(LAYER) },
    notes: NOTES,
    versions: await versionsOf('@sparticuz/chromium', 'playwright-core'),
  };
}

const NOTES = [
  'Each start is a process of its own with an empty temporary folder. The package as shipped: its `executablePath()`, a launch with its arguments, a page. Sekali: the bundled worker with all that it imports, a claim in Redis, Chromium, a probe whether it can be used again, a page. The layer holds the same Chromium, packed as Zstandard in several frames.',
  'The files come from a warm disk; how long Lambda takes to load a function and its layer is not in these figures. The compile cache was filled by a start before.',
];

function tableOf(steps: readonly (Steps & { readonly name: string; readonly total: Spread })[]): Table {
  return {
    title: 'Steps of a start, ms',
    columns: ['start', 'imports', 'claim', 'extraction', 'launch and probe', 'page', 'all of it'],
    rows: steps.map(({ name, imports, claim, extract, launch, page, total }) => [
      name,
      ...[imports, claim, extract, launch, page].map(({ median }) => rounded(median)),
      shown(total),
    ]),
  };
}

/** Milliseconds of each. */
interface Steps {
  readonly imports: Spread;
  readonly claim: Spread;
  readonly extract: Spread;
  readonly launch: Spread;
  readonly page: Spread;
}

function stepsOf(all: readonly Moments[]): Steps {
  const between = (of: (moments: Moments) => number) => spreadOf(all.map(of));
  return {
    imports: between(({ imported }) => imported),
    claim: between(({ imported, asked }) => asked - imported),
    extract: between(({ asked, usable }) => usable - asked),
    launch: between(({ usable, launched }) => launched - usable),
    page: between(({ launched, page }) => page - launched),
  };
}

/** Of a local stage; of its addresses only that of Redis is used. */
function environmentFor(redisUrl: string): Promise<Record<string, string>> {
  const nowhere = 'http://127.0.0.1:1';
  return stageEnvironment('local', {
    queueUrl: queueUrlOf(nowhere, QUEUE_NAME),
    parkingUrl: queueUrlOf(nowhere, PARKING_NAME),
    sqsEndpoint: nowhere,
    demoTarget: nowhere,
    redisUrl,
  });
}
