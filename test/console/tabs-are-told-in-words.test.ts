import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_STORAGE } from '../tabs/support.ts';
import { fillVisit, startConsole } from './support.ts';

test('locks of the browser; on demand, who holds them', async () => {
  const world = await startConsole();
  const page = await world.open({ at: '#/tabs' });
  await page.getByText('This browser has locks of its own.').waitFor();
  assert.equal(await page.locator('code').count(), 0, 'not before it is asked');
  await page.getByRole('button', { name: 'Look who holds and waits' }).click();
  await page
    .getByText(/^sekali:leader:[0-9a-f]{32}$/)
    .first()
    .waitFor();
  const text = (await page.locator('main').textContent()) ?? '';
  assert.ok(!text.includes(world.api.tokens.operate));
  assert.deepEqual(world.faults, []);
});

test('leases where the page came over plain http', async () => {
  const world = await startConsole({}, { provider: 'lease' });
  const page = await world.open({ at: '#/tabs' });
  await page.getByText('the tabs keep leases in its storage').waitFor();
  await page.getByText('The page came over plain http.').waitFor();
});

test('each tab on its own where storage is blocked too; it still hands in', async () => {
  const world = await startConsole({}, { provider: 'lease', init: NO_STORAGE });
  const page = await world.open({ at: '#/tabs' });
  await page.getByText('This browser lets tabs know nothing of each other.').waitFor();
  await page.getByText('The browser refuses storage to this page.').waitFor();
  await page.getByText('are forgotten with this tab').waitFor();
  await page.getByRole('link', { name: 'Hand in' }).click();
  await fillVisit(page, 'v-1');
  await page.getByRole('button', { name: 'Hand in' }).click();
  await page.getByText('It is in the queue.').waitFor();
  assert.equal(await world.api.left(), 1);
  assert.deepEqual(world.faults, []);
});
