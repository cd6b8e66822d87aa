import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from '../../local/redis.ts';
import { startDelayProxy } from '../delay-proxy.ts';
import type { Contender, Guard, Place } from '../guards/guard.ts';
import { powertools } from '../guards/powertools.ts';
import { mutexAndResult, redisSemaphore } from '../guards/redis-semaphore.ts';
import { redlock } from '../guards/redlock.ts';
import { barsOf, costTable, lacksTable, speedTable } from '../guards/report.ts';
import { type Costs, costsOf } from '../guards/round-trips.ts';
import { sekali, sekaliConfirmed } from '../guards/sekali.ts';
import { bareSetNx, setNxAndRelease } from '../guards/set-nx.ts';
import { type Amount, LANES, roundsOf, type Speed, speedsOf } from '../guards/speed.ts';
import type { Result, Run, Section } from '../section.ts';
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
  async measure(run) {
    const [primary, replica] = await Promise.all([startRedis(), startRedis()]);
    try {
      await replicate(replica, primary);
      return await measureOn(primary, run);
    } finally {
      await Promise.all([primary.stop(), replica.stop()]);
    }
  },
};

const REPLICAS = 1;

async function measureOn({ port }: RedisServer, { small, step }: Run): Promise<Result> {
  const costs = new Map<string, Costs>();
  for (const contender of CONTENDERS) {
    step('round trips', costs.size + 1, CONTENDERS.length);
    costs.set(contender.name, await costsOf(contender, port, REPLICAS));
  }
  const speeds = new Map<number, ReadonlyMap<string, Speed>>();
  const pings = new Map<number, number>();
  for (const [delayMs, amount] of small ? SMALL : AMOUNTS) {
    let done = 0;
    const onRound = () => step(atDelay(delayMs), ++done, roundsOf(amount));
    await behindDelay(port, delayMs, async (place) => {
      pings.set(delayMs, await pingMs(place.url));
      const guards = await openAll(place);
      try {
        speeds.set(delayMs, await speedsOf(guards, amount, onRound));
      } finally {
        for (const one of guards.values()) one.close();
      }
    });
  }
  return resultOf({ costs, speeds, pings, redis: await redisVersion(port) });
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
  'A submission is guarded from its data on: the key is computed, the key taken, and what became of it kept. The submission itself takes no time here. Each guard has one connection. A network is a proxy that delays each way by half of the added round trip.',
  'Sekali takes one round trip more than a lock, and keeps for it what the others do not have: from its arming on nobody sends again. Against Powertools the lesser ratio counts, one by one or at once.',
];

const atDelay = (delayMs: number) => (delayMs === 0 ? 'on loopback' : `${delayMs} ms of added round trip`);

const REPLICATE_TIMEOUT_MS = 20_000;
const WAIT_MS = 500;
const PINGS = 100;

/** Waits until the replica has all that the primary has. */
async function replicate(replica: RedisServer, primary: RedisServer): Promise<void> {
  const [to, from] = [new Redis(replica.url), new Redis(primary.url)];
  try {
    await to.replicaof('127.0.0.1', primary.port);
    const deadline = performance.now() + REPLICATE_TIMEOUT_MS;
    // A write, since WAIT waits for those of its own connection only.
    for (;;) {
      await from.set('replicated', '1');
      if ((await from.wait(REPLICAS, WAIT_MS)) >= REPLICAS) return;
      if (performance.now() > deadline) throw new Error('The replica does not follow its primary.');
    }
  } finally {
    to.disconnect();
    from.disconnect();
  }
}

async function behindDelay(port: number, delayMs: number, work: (place: Place) => Promise<void>) {
  const urlOf = (at: number) => `redis://127.0.0.1:${at}`;
  if (delayMs === 0) return work({ url: urlOf(port), replicas: REPLICAS });
  const proxy = await startDelayProxy(port, delayMs);
  try {
    await work({ url: urlOf(proxy.port), replicas: REPLICAS });
  } finally {
    await proxy.close();
  }
}

async function openAll(place: Place): Promise<Map<string, Guard>> {
  const guards = new Map<string, Guard>();
  for (const contender of CONTENDERS) guards.set(contender.name, await contender.open(place));
  return guards;
}

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

async function redisVersion(port: number): Promise<string> {
  const redis = new Redis(port, '127.0.0.1');
  try {
    return /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'unknown';
  } finally {
    redis.disconnect();
  }
}
