import { test } from 'node:test';
import orders from '../../local/gallery/forms/orders.ts';
import { submitsEachOnce } from './support.ts';

test('orders: one entry for each identity', async () => {
  await submitsEachOnce(orders);
});
