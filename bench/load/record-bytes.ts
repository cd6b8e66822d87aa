import { Redis } from 'ioredis';
import { recordKey } from '../../lib/ledger/redis-ledger.ts';
import { medianOf } from '../spread.ts';

export interface RecordBytes {
  readonly asConfigured: number;
  /** Where Redis packs hashes with long values too: by default one value of more than 64 bytes makes it a table. */
  readonly packed: number;
}

/** Longer than any value of a record. */
const PACKED_VALUE_BYTES = '4096';
/** Every value is looked at; by default some, and the rest guessed. */
const EXACTLY = ['SAMPLES', 0] as const;

/** What a settled submission takes of Redis' memory, key and all: the median of what is there. Leaves Redis configured anew. */
export async function recordBytesOf(redisUrl: string): Promise<RecordBytes> {
  const redis = new Redis(redisUrl);
  try {
    const keys = await redis.keys(recordKey('*'));
    const median = async () =>
      medianOf(
        await Promise.all(keys.map(async (key) => Number(await redis.memory('USAGE', key, ...EXACTLY)))),
      );
    const asConfigured = await median();
    await redis.config('SET', 'hash-max-listpack-value', PACKED_VALUE_BYTES);
    for (const key of keys) {
      const dump = await redis.dumpBuffer(key);
      if (dump !== null) await redis.restore(key, 0, dump, 'REPLACE');
    }
    return { asConfigured, packed: await median() };
  } finally {
    redis.disconnect();
  }
}
