import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordKey } from '../../lib/ledger/redis-ledger.ts';
import { keyFor } from '../support/api.ts';
import { startConsole } from './support.ts';

test('the list and the time line tell how many duplicates were skipped', async () => {
  const world = await startConsole();
  await world.api.settled('a', 'submitted');
  await world.api.settled('b', 'submitted');
  await world.api.redis.hset(recordKey(keyFor('a')), 'duplicates', 14);
  const page = await world.open();
  const skipped = async (label: string) => {
    const row = page.getByRole('row', { name: label });
    await row.waitFor();
    return (await row.getByRole('cell').allInnerTexts())[3];
  };
  assert.deepEqual([await skipped('a at test'), await skipped('b at test')], ['14', '–']);
  await page.getByRole('link', { name: 'a at test' }).click();
  const line = page.getByRole('listitem');
  await line.getByText('settled: submitted').waitFor();
  assert.match((await line.last().textContent()) ?? '', /skipped since it was settled: 14$/);
});
