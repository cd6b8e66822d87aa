import { after, before } from 'node:test';
import { Redis } from 'ioredis';
import { type Decide, startRedisProxy } from '../faults/redis-proxy.ts';
import { type DecideCall, startSqsProxy } from '../faults/sqs-proxy.ts';
import { sharedBrowser } from './run.ts';
import { startWorld, type World, type WorldOptions } from './worker.ts';

// Several worlds of a file run side by side; what takes long at first must not look like a fault of one of them.
before(() => Promise.all([sharedBrowser.start(), import('fauxqs')]));

export interface FaultyWorldOptions extends WorldOptions {
  readonly onRedis?: Decide;
  readonly onQueue?: DecideCall;
}

/** A world in which faults stand between the worker and its Redis, and its queue. What the test itself asks goes around them. */
export async function startFaultyWorld({ onRedis, onQueue, ...options }: FaultyWorldOptions) {
  const parts: { world?: World; port?: number } = {};
  const redisProxy = await startRedisProxy({
    upstream: () => parts.port ?? 0,
    ...(onRedis && { decide: onRedis }),
  });
  after(() => redisProxy.stop());
  const queueProxy = await startSqsProxy({
    upstream: () => parts.world?.sqsEndpoint ?? '',
    ...(onQueue && { decide: onQueue }),
  });
  after(() => queueProxy.stop());
  const world = await startWorld({
    ...options,
    params: { ...options.params, redisUrl: redisProxy.url, sqsEndpoint: queueProxy.url },
  });
  Object.assign(parts, { world, port: world.redis.port });
  const admin = new Redis(world.redis.url, { lazyConnect: true });
  admin.on('error', () => {});
  after(() => admin.disconnect());
  return {
    ...world,
    /** The test's own connection to the first Redis. */
    admin,
    redisProxy,
    queueProxy,
    /** Where the worker's new connections lead from now on; those that stand stay where they are. */
    moveRedisTo(port: number): void {
      parts.port = port;
    },
  };
}

export type FaultyWorld = Awaited<ReturnType<typeof startFaultyWorld>>;
