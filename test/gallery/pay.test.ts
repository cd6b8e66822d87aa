import assert from 'node:assert/strict';
import { test } from 'node:test';
import pay from '../../local/gallery/forms/pay.ts';
import { otherOrigin } from '../../local/gallery/sites/pay.ts';
import { isRefused, sample, startGallery, submitsEachOnce, triesAgainAfterExpiry } from './support.ts';

const gallery = await startGallery(pay);

test('a form in a frame of another origin, and its receipt there: one entry for each identity', async () => {
  const { requests } = await submitsEachOnce(gallery);
  const sent = requests().find(({ method }) => method === 'POST');
  assert.equal(sent?.headers.host, new URL(await otherOrigin(gallery.target.url)).host);
});

test('the frame was open for too long: one fresh try, one entry', async () => {
  await triesAgainAfterExpiry(gallery, '/pay/widget/don-250');
});

test('a card that is declined is refused; its number is told to nobody', async () => {
  const card = '4000000000000002';
  const { records } = await isRefused(gallery, sample('pay', 3, { card }), /The card was declined/);
  assert.doesNotMatch(JSON.stringify([gallery.world.log, await records()]), new RegExp(card));
});
