import { test } from 'node:test';
import pay from '../../local/gallery/forms/pay.ts';
import { submitsEachOnce } from './support.ts';

test('pay: one entry for each identity', async () => {
  await submitsEachOnce(pay);
});
