import { Redis } from 'ioredis';
import { recordKey } from '../../lib/ledger/redis-ledger.ts';
import { medianOf } from '../spread.ts';

/** What a settled submission takes of Redis' memory, key and all: the median of what is there. */
export async function recordBytesOf(redisUrl: string): Promise<number> {
  const redis = new Redis(redisUrl);
  try {
    const keys = await redis.keys(recordKey('*'));
    const bytes = await Promise.all(keys.map((key) => redis.memory('USAGE', key)));
    return medianOf(bytes.map(Number));
  } finally {
    redis.disconnect();
  }
}
