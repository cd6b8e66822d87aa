/** A backlog in the queue, and several workers who work it off. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { AskedWorker, WorkerTold } from './messages.ts';
import { loadOf } from './redis-load.ts';
import type { Job } from './side.ts';
import { type StartedProcess, startProcess } from './start-process.ts';
import { memoryOf } from './tree-memory.ts';
import type { World } from './world.ts';

const LOOK_EVERY_MS = 250;

export interface Backlog {
  readonly world: World;
  readonly workers: number;
  readonly jobs: readonly Job[];
  readonly say?: (left: number) => void;
}

export interface WorkedOff {
  /** From the start to the last receipt of the target; 0 where none came. */
  readonly lastReceiptSeconds: number;
  /** Until the queue was empty: the last duplicate too, which may have been hidden for a while. */
  readonly emptySeconds: number;
  readonly entries: number;
  readonly queueCalls: Readonly<Record<string, number>>;
  readonly redisScripts: number;
  readonly redisCpuMs: number;
  /** Over the time: seconds, and of all workers together and of Redis, bytes. */
  readonly memory: readonly {
    readonly atSeconds: number;
    readonly workers: number;
    readonly redis: number;
  }[];
}

/** @throws Error when a message was parked, which means that something went wrong */
export async function workOff({ world, workers, jobs, say }: Backlog): Promise<WorkedOff> {
  const redis = new Redis(world.redis.url);
  const started = await Promise.all(
    Array.from({ length: workers }, () => startWorker(world.variables, 'http')),
  );
  try {
    await world.send(jobs);
    const entriesBefore = world.target.entries.length;
    const before = await loadOf(redis);
    const beginMs = performance.now();
    const seconds = (untilMs: number) => Math.max(0, untilMs - beginMs) / 1_000;
    await Promise.all(started.map((worker) => worker.ask({ kind: 'go' })));
    const memory: { atSeconds: number; workers: number; redis: number }[] = [];
    for (let left = jobs.length; left > 0; left = await world.left()) {
      say?.(left);
      const atSeconds = seconds(performance.now());
      if (atSeconds >= memory.length) {
        const own = started.map(({ pid }) => memoryOf(pid).ownBytes);
        const { memoryBytes } = await loadOf(redis);
        memory.push({ atSeconds, workers: own.reduce((sum, bytes) => sum + bytes), redis: memoryBytes });
      }
      await sleep(LOOK_EVERY_MS);
    }
    const emptySeconds = seconds(performance.now());
    const after = await loadOf(redis);
    const told = await Promise.all(started.map((worker) => worker.ask({ kind: 'calls' })));
    if ((await world.parked()) > 0) throw new Error('A message was parked.');
    return {
      lastReceiptSeconds: seconds(world.target.lastReceiptMs),
      emptySeconds,
      entries: world.target.entries.length - entriesBefore,
      queueCalls: sumOf(told.map((one) => (one.kind === 'calls' ? one.calls : {}))),
      redisScripts: after.scripts - before.scripts,
      redisCpuMs: after.cpuMs - before.cpuMs,
      memory,
    };
  } finally {
    redis.disconnect();
    await Promise.all(started.map((worker) => worker.stop()));
  }
}

/** A worker that does not take messages yet. */
export function startWorker(
  variables: World['variables'],
  sender: 'browser' | 'http',
): Promise<StartedProcess<AskedWorker, WorkerTold>> {
  return startProcess({ program: 'worker-process.ts', args: [sender], variables });
}

function sumOf(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [name, count] of all.flatMap((one) => Object.entries(one))) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
