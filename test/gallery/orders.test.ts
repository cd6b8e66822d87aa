import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDemoTarget } from '../../local/demo-target.ts';
import orders from '../../local/gallery/forms/orders.ts';
import { sharedBrowser } from '../support/run.ts';
import { until } from '../support/worker.ts';
import { sample, submitsEachOnce } from './support.ts';

for (const way of ['fetch', 'form']) {
  test(`a page that submits twice, by ${way}: one entry for each identity, one POST`, async () => {
    const { target } = await submitsEachOnce(orders, (data) => data, { way });
    assert.equal(target.posts(), 2);
  });
}

test('in a browser without a gate one click makes two orders: the tests above can fail', async (t) => {
  const target = await startDemoTarget();
  t.after(() => target.stop());
  const { page, close } = await sharedBrowser.newContext();
  t.after(close);
  await page.goto(`${target.url}/orders/fetch`);
  const { table, dish, portions } = sample('orders', 0);
  await page.getByLabel('Table').fill(String(table));
  await page.getByLabel('Dish').selectOption(String(dish));
  await page.getByLabel('Portions').fill(String(portions));
  await page.getByRole('button', { name: 'Order' }).click();
  await until('two orders', () => target.gallery.entries('orders').length === 2, 5_000);
});
