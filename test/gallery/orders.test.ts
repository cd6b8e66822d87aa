import assert from 'node:assert/strict';
import { test } from 'node:test';
import orders from '../../local/gallery/forms/orders.ts';
import { sharedBrowser } from '../support/run.ts';
import { until } from '../support/worker.ts';
import { sample, startGallery, submitsEachOnce } from './support.ts';

const gallery = await startGallery(orders);

for (const [nth, way] of ['fetch', 'form'].entries()) {
  test(`a page that submits twice, by ${way}: one entry and one POST for each identity`, async () => {
    const people = [sample('orders', 2 * nth, { way }), sample('orders', 2 * nth + 1, { way })] as const;
    const { posts } = await submitsEachOnce(gallery, { people });
    assert.equal(posts(), 2);
  });
}

test('in a browser without a gate one click makes two orders: the tests above can fail', async (t) => {
  const { entries } = await gallery.watch();
  const { page, close } = await sharedBrowser.newContext();
  t.after(close);
  await page.goto(`${gallery.target.url}/orders/fetch`);
  const { table, dish, portions } = sample('orders', 9);
  await page.getByLabel('Table').fill(String(table));
  await page.getByLabel('Dish').selectOption(String(dish));
  await page.getByLabel('Portions').fill(String(portions));
  await page.getByRole('button', { name: 'Order' }).click();
  await until('two orders', () => entries().length === 2, 5_000);
});
