import assert from 'node:assert/strict';
import { test } from 'node:test';
import pay from '../../local/gallery/forms/pay.ts';
import { isRefused, sample, startGallery, submitsEachOnce, triesAgainAfterExpiry } from './support.ts';

test('a form in a frame of another origin, and its receipt there: one entry for each identity', async () => {
  const { target } = await submitsEachOnce(pay);
  const sent = target.requests().find(({ method }) => method === 'POST');
  assert.match(String(sent?.headers.host), /^localhost:/);
});

test('the frame was open for too long: one fresh try, one entry', async () => {
  await triesAgainAfterExpiry(pay, '/pay/widget/don-250');
});

test('a card that is declined is refused; its number is told to nobody', async () => {
  const gallery = await startGallery(pay);
  const card = '4000000000000002';
  await isRefused(gallery, sample('pay', 0, { card }), /The card was declined/);
  assert.doesNotMatch(JSON.stringify([gallery.world.log, await gallery.records()]), new RegExp(card));
});
