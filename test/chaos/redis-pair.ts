import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from '../../local/redis.ts';

/** A primary with one replica, as managed Redis has it, and its failover. */
export interface RedisPair {
  /** Of the primary. */
  port(): number;
  /**
   * The primary dies, and the replica takes its place: then `taken` is called. With a lag it has not heard the last of its
   * primary. Resolves when it has a replica of its own.
   */
  failover(options: { lagMs: number }, taken: () => void): Promise<void>;
  stop(): Promise<void>;
}

const FOLLOW_TIMEOUT_MS = 20_000;

/** `prepare` is called with the first primary, before it has a replica. */
export async function startRedisPair(prepare: (url: string) => Promise<void>): Promise<RedisPair> {
  let primary = await startRedis();
  await prepare(primary.url);
  let replica = await follower(primary);
  return {
    port: () => primary.port,
    async failover({ lagMs }, taken) {
      // From here on it hears nothing more of its primary, which goes on serving for a while.
      await asked(replica, (redis) => redis.replicaof('NO', 'ONE'));
      await sleep(lagMs);
      await primary.kill();
      primary = replica;
      taken();
      replica = await follower(primary);
    },
    async stop() {
      await Promise.all([primary.kill(), replica.kill()]);
    },
  };
}

/** Resolves once it has everything that the primary has. */
async function follower(primary: RedisServer): Promise<RedisServer> {
  // Otherwise the first synchronisation waits 5 s for more replicas.
  await asked(primary, (redis) => redis.config('SET', 'repl-diskless-sync-delay', '0'));
  const replica = await startRedis();
  await asked(replica, async (redis) => {
    await redis.replicaof('127.0.0.1', primary.port);
    const endMs = performance.now() + FOLLOW_TIMEOUT_MS;
    while (!(await redis.info('replication')).includes('master_link_status:up')) {
      if (performance.now() > endMs) throw new Error('the replica did not follow');
      await sleep(20);
    }
  });
  return replica;
}

async function asked<T>({ url }: RedisServer, ask: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url);
  try {
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
}
