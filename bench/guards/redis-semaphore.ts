import { Redis } from 'ioredis';
import { Mutex } from 'redis-semaphore';
import { type Contender, LEASE_MS, OUTCOME, RETENTION_MS } from './guard.ts';
import { lockKeyOf } from './lock-key.ts';

const owner = 'of the lock only: nothing is written under it';

export const redisSemaphore: Contender = {
  name: 'redis-semaphore Mutex',
  lacks: { arming: 'no', owner, outcome: 'no: a duplicate after the release runs again' },
  async open(url) {
    const redis = new Redis(url);
    return {
      async submit(data) {
        const mutex = new Mutex(redis, lockKeyOf(data), { lockTimeout: LEASE_MS });
        await mutex.acquire();
        await mutex.release();
      },
      close: () => redis.disconnect(),
    };
  },
};

/** What people build of a lock so that it keeps outcomes, too. */
export const mutexAndResult: Contender = {
  name: 'GET, Mutex, SET of the result',
  lacks: { arming: 'no: after a crash it runs again', owner, outcome: 'yes' },
  async open(url) {
    const redis = new Redis(url);
    const resultKey = (lockKey: string) => `result:${lockKey}`;
    return {
      async submit(data) {
        const key = lockKeyOf(data);
        const mutex = new Mutex(redis, key, { lockTimeout: LEASE_MS });
        await mutex.acquire();
        // Under the lock: before it, another worker might still be about to write it.
        if ((await redis.get(resultKey(key))) !== null) throw new Error('it was submitted before');
        await redis.set(resultKey(key), JSON.stringify(OUTCOME), 'PX', RETENTION_MS);
        await mutex.release();
      },
      skipOf(data) {
        const key = resultKey(lockKeyOf(data));
        return async () => {
          if ((await redis.get(key)) === null) throw new Error('it would run again');
        };
      },
      close: () => redis.disconnect(),
    };
  },
};
