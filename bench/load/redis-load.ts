/** What a Redis was asked, and what it took. */
import type { Redis } from 'ioredis';

export interface RedisLoad {
  /** Scripts that were run: round trips of the ledger. */
  readonly scripts: number;
  readonly cpuMs: number;
  readonly memoryBytes: number;
}

export async function loadOf(redis: Redis): Promise<RedisLoad> {
  const info = (await redis.info('all')) ?? '';
  const number = (pattern: RegExp) => Number(pattern.exec(info)?.[1] ?? 0);
  return {
    scripts: number(/^cmdstat_evalsha:calls=(\d+)/m) + number(/^cmdstat_eval:calls=(\d+)/m),
    cpuMs: 1_000 * (number(/^used_cpu_user:([\d.]+)/m) + number(/^used_cpu_sys:([\d.]+)/m)),
    memoryBytes: number(/^used_memory:(\d+)/m),
  };
}
