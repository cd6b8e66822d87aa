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
  async open(url) {
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
  async open(url) {
    const redis = new Redis(url);
    return {
      skipOf(data) {
        const key = lockKeyOf(data);
        return async () => void (await redis.set(key, '1', 'PX', RETENTION_MS, 'NX'));
      },
      close: () => redis.disconnect(),
    };
  },
};

/** Of this many keys and arguments, as a claim. */
const KEYS = ['lease', 'record', 'form', 'meta', 'running', 'sends'].map(
  (name) => `sekali:{nothing}:${name}`,
);
const ARGUMENTS = [
  ...Array.from({ length: 6 }, () => randomUUID()),
  ...Array.from({ length: 6 }, () => '1234567890123'),
];

/** What it costs to call a script at all: a floor for whatever is one script. */
export const emptyScript: Contender = {
  name: 'a script that does nothing',
  lacks: { arming: 'no', owner: 'no', outcome: 'no' },
  async open(url) {
    const redis = new Redis(url);
    const sha = String(await redis.script('LOAD', "return {'settled', 'submitted'}"));
    return {
      skipOf: () => async () => void (await redis.evalsha(sha, KEYS.length, ...KEYS, ...ARGUMENTS)),
      close: () => redis.disconnect(),
    };
  },
};
