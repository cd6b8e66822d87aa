import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { type Contender, LEASE_MS, RETENTION_MS } from './guard.ts';
import { lockKeyOf } from './lock-key.ts';

const RELEASE = `if redis.call("get", KEYS[1]) == ARGV[1] then
  return redis.call("del", KEYS[1])
else
  return 0
end`;

/** The lock of many articles. */
export const setNxAndRelease: Contender = {
  name: 'SET NX PX and EVAL to release',
  lacks: {
    arming: 'no',
    owner: 'of the lock only: nothing is written under it',
    outcome: 'no: a duplicate after the release runs again',
  },
  async open({ url }) {
    const redis = new Redis(url);
    return {
      async submit(data) {
        const [key, token] = [lockKeyOf(data), randomUUID()];
        if ((await redis.set(key, token, 'PX', LEASE_MS, 'NX')) === null) throw new Error('it is locked');
        await redis.eval(RELEASE, 1, key, token);
      },
      close: () => redis.disconnect(),
    };
  },
};

/** The least that can be asked of Redis: whether a key was there before. A floor, and no guard. */
export const bareSetNx: Contender = {
  name: 'bare SET NX',
  lacks: { arming: 'no', owner: 'no', outcome: 'no: that it was begun is kept, not whether it ended' },
  async open({ url }) {
    const redis = new Redis(url);
    return {
      async skip(data) {
        await redis.set(lockKeyOf(data), '1', 'PX', RETENTION_MS, 'NX');
      },
      close: () => redis.disconnect(),
    };
  },
};
