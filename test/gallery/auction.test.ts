import { test } from 'node:test';
import auction from '../../local/gallery/forms/auction.ts';
import { submitsEachOnce } from './support.ts';

test('auction: one entry for each identity', async () => {
  await submitsEachOnce(auction);
});
