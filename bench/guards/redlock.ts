import { Redis } from 'ioredis';
import Redlock from 'redlock';
import { type Contender, LEASE_MS } from './guard.ts';
import { lockKeyOf } from './lock-key.ts';

export const redlock: Contender = {
  name: 'redlock',
  lacks: {
    arming: 'no',
    owner: 'of the lock only: nothing is written under it',
    outcome: 'no: a duplicate after the release runs again',
  },
  async open(url) {
    const redis = new Redis(url);
    const locks = new Redlock([redis], { retryCount: 0 });
    return {
      async submit(data) {
        const lock = await locks.acquire([lockKeyOf(data)], LEASE_MS);
        await lock.release();
      },
      close: () => redis.disconnect(),
    };
  },
};
