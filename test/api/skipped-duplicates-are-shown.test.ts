import assert from 'node:assert/strict';
import { test } from 'node:test';
import { list, status } from '../../cli/commands/look.ts';
import { recordKey } from '../../lib/ledger/redis-ledger.ts';
import { keyFor, startApi } from '../support/api.ts';

test('the API, status and list tell how many duplicates were skipped; of none they say none', async () => {
  const world = await startApi();
  await world.settled('a', 'submitted');
  await world.settled('b', 'submitted');
  await world.redis.hset(recordKey(keyFor('a')), 'duplicates', 14);
  const seen = async (id: string) => (await world.ask('GET', `/submissions/${keyFor(id)}`)).body.duplicates;
  assert.deepEqual([await seen('a'), await seen('b')], [14, 0]);
  assert.match((await status(world.asker, keyFor('a'))).text, /duplicates +│ 14 /);
  const { text } = await list(world.asker, { phase: 'submitted' });
  const lines = text.split('\n');
  assert.match(
    lines.find((line) => line.includes(keyFor('a'))) ?? '',
    /a at test {2}\(duplicates skipped: 14\)$/,
  );
  assert.match(lines.find((line) => line.includes(keyFor('b'))) ?? '', /b at test$/);
});
