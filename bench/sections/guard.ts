import { Redis } from 'ioredis';
import type { RedisServer } from '../../local/redis.ts';
import { startDelayProxy } from '../delay-proxy.ts';
import type { Contender, Guard } from '../guards/guard.ts';
import { powertools } from '../guards/powertools.ts';
import { mutexAndResult, redisSemaphore } from '../guards/redis-semaphore.ts';
import { type Redises, startRedises } from '../guards/redises.ts';
import { redlock } from '../guards/redlock.ts';
import { barsOf, costTable, lacksTable, speedTable } from '../guards/report.ts';
import { type Costs, costsOf } from '../guards/round-trips.ts';
import { sekali, sekaliConfirmed } from '../guards/sekali.ts';
import { bareSetNx, emptyScript, setNxAndRelease } from '../guards/set-nx.ts';
import { type Amount, LANES, roundsOf, type Speed, speedsOf } from '../guards/speed.ts';
import type { Result, Section } from '../section.ts';
import { medianOf, rounded, type Spread } from '../spread.ts';
import { versionsOf } from '../versions.ts';

const CONTENDERS: readonly Contender[] = [
  sekali,
  sekaliConfirmed,
  powertools,
  mutexAndResult,
  redlock,
  redisSemaphore,
  setNxAndRelease,
  bareSetNx,
  emptyScript,
];

/** What is measured at which added round trip, so that each takes about a minute. */
const AMOUNTS: ReadonlyMap<number, Amount> = new Map([
  [0, { rounds: 20, inTurn: 300, atOnce: 2000 }],
  [1, { rounds: 10, inTurn: 60, atOnce: 1000 }],
  [5, { rounds: 8, inTurn: 20, atOnce: 500 }],
]);

const SMALL: ReadonlyMap<number, Amount> = new Map([
  [0, { rounds: 2, inTurn: 5, atOnce: 40 }],
  [1, { rounds: 1, inTurn: 2, atOnce: 40 }],
]);

/** The guard of a submission: claim, arm, settle, and the skip of a duplicate. */
export const guard: Section = {
  name: 'guard',
  title: 'The guard: what it costs to submit once',
  async measure({ small, step }) {
    const redises = await startRedises();
    try {
      step('round trips', 0, 1);
      const costs = await costsOfAll(redises);
      const speeds = new Map<number, ReadonlyMap<string, Speed>>();
      const pings = new Map<number, number>();
      for (const [delayMs, amount] of small ? SMALL : AMOUNTS) {
        let done = 0;
        const onRound = () => step(atDelay(delayMs), ++done, roundsOf(amount));
        await withGuards(redises, delayMs, async (guards, url) => {
          pings.set(delayMs, await pingMs(url));
          speeds.set(delayMs, await speedsOf(guards, amount, onRound));
        });
      }
      return resultOf({ costs, speeds, pings, redis: await versionOfRedis(redises.alone.url) });
    } finally {
      await redises.stop();
    }
  },
};

async function costsOfAll(redises: Redises): Promise<ReadonlyMap<string, Costs>> {
  const costs = new Map<string, Costs>();
  for (const contender of CONTENDERS) {
    const { port, url } = redises.of(contender);
    const proxy = await startDelayProxy(port, 0);
    const redis = new Redis(url);
    const one = await contender.open(proxy.url);
    try {
      costs.set(contender.name, await costsOf(one, { proxy, redis }));
    } finally {
      one.close();
      redis.disconnect();
      await proxy.close();
    }
  }
  return costs;
}

/** Opens all of them, each on its Redis; `url` is of the one without a replica, as the guards see it. */
async function withGuards(
  redises: Redises,
  delayMs: number,
  work: (guards: ReadonlyMap<string, Guard>, url: string) => Promise<void>,
): Promise<void> {
  const ends: (() => unknown)[] = [];
  try {
    const behind = async ({ port, url }: RedisServer): Promise<string> => {
      if (delayMs === 0) return url;
      const proxy = await startDelayProxy(port, delayMs);
      ends.push(proxy.close);
      return proxy.url;
    };
    const [alone, replicated] = [await behind(redises.alone), await behind(redises.replicated)];
    const guards = new Map<string, Guard>();
    for (const contender of CONTENDERS) {
      const one = await contender.open(contender.replicated ? replicated : alone);
      ends.unshift(() => one.close());
      guards.set(contender.name, one);
    }
    await work(guards, alone);
  } finally {
    for (const end of ends) await end();
  }
}

interface Found {
  readonly costs: ReadonlyMap<string, Costs>;
  readonly speeds: ReadonlyMap<number, ReadonlyMap<string, Speed>>;
  readonly pings: ReadonlyMap<number, number>;
  /** Its version. */
  readonly redis: string;
}

async function resultOf({ costs, speeds, pings, redis }: Found): Promise<Result> {
  const loopback = speeds.get(0) ?? new Map<string, Speed>();
  const of = ({ name }: Contender) => loopback.get(name) ?? {};
  const median = (spread: Spread | undefined) => spread?.median ?? Number.NaN;
  const byTurns = median(of(powertools).submitMs) / median(of(sekali).submitMs);
  const atOnce = median(of(sekali).atOnce) / median(of(powertools).atOnce);
  return {
    tables: [
      costTable(costs),
      ...[...speeds].map(([delayMs, its]) =>
        speedTable(
          `Speed, ${atDelay(delayMs)}`,
          its,
          `A bare PING takes ${rounded(pings.get(delayMs) ?? Number.NaN)} ms.`,
        ),
      ),
      lacksTable(CONTENDERS),
    ],
    charts: [
      barsOf(
        CONTENDERS,
        loopback,
        {
          file: 'guard-at-once.svg',
          title: 'Guarded submissions, on loopback',
          unit: `a second, ${LANES} at once`,
        },
        (speed) => speed.atOnce,
      ),
      barsOf(
        CONTENDERS,
        loopback,
        { file: 'guard-skip.svg', title: 'Skip of a settled duplicate, on loopback', unit: 'ms' },
        (speed) => speed.skipMs,
      ),
    ],
    ratios: {
      skipVsSetNx: median(of(sekali).skipMs) / median(of(bareSetNx).skipMs),
      roundTripsHappyPath: costs.get(sekali.name)?.submit?.roundTrips ?? Number.NaN,
      guardVsPowertools: Math.min(byTurns, atOnce),
    },
    notes: NOTES,
    versions: {
      Redis: redis,
      ...(await versionsOf(
        'ioredis',
        '@aws-lambda-powertools/idempotency',
        '@redis/client',
        'redlock',
        'redis-semaphore',
      )),
    },
  };
}

const NOTES = [
  'A submission is guarded from its data on: the key is computed and taken, and what became of it is kept. The submission itself takes no time here. Of a duplicate the key is known already, but for Powertools, which computes it each time. Each guard has one connection. A network is a proxy that delays each way by half of the added round trip.',
  'Sekali takes one round trip more than a lock, and keeps for it what the others do not have: from its arming on nobody sends again. Against Powertools the lesser ratio counts, one by one or at once.',
];

const atDelay = (delayMs: number) => (delayMs === 0 ? 'on loopback' : `${delayMs} ms of added round trip`);

const PINGS = 100;

/** The median of a bare PING. */
async function pingMs(url: string): Promise<number> {
  const redis = new Redis(url);
  try {
    const samples: number[] = [];
    for (let nth = 0; nth < PINGS; nth += 1) {
      const startedAt = performance.now();
      await redis.ping();
      samples.push(performance.now() - startedAt);
    }
    return medianOf(samples.slice(PINGS / 2));
  } finally {
    redis.disconnect();
  }
}

async function versionOfRedis(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    return /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'unknown';
  } finally {
    redis.disconnect();
  }
}
