import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newData } from '../../bench/guards/guard.ts';
import { powertools } from '../../bench/guards/powertools.ts';
import { mutexAndResult, redisSemaphore } from '../../bench/guards/redis-semaphore.ts';
import { redlock } from '../../bench/guards/redlock.ts';
import { sekali } from '../../bench/guards/sekali.ts';
import { setNxAndRelease } from '../../bench/guards/set-nx.ts';
import { startRedis } from '../../local/redis.ts';

const redis = await startRedis();
after(() => redis.stop());

for (const contender of [sekali, powertools, mutexAndResult]) {
  test(`${contender.name}: a duplicate is skipped, and one of nothing is an error`, async (t) => {
    const guard = await contender.open(redis.url);
    t.after(guard.close);
    const data = newData();
    await guard.submit?.(data);
    await guard.skipOf?.(data)();
    await assert.rejects(async () => guard.skipOf?.(newData())());
  });
}

for (const contender of [redlock, redisSemaphore, setNxAndRelease]) {
  test(`${contender.name}: a duplicate runs again, so it skips none`, async (t) => {
    const guard = await contender.open(redis.url);
    t.after(guard.close);
    const data = newData();
    await guard.submit?.(data);
    await guard.submit?.(data);
    assert.equal(guard.skipOf, undefined);
  });
}
