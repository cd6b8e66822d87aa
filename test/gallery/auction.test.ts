import assert from 'node:assert/strict';
import { test } from 'node:test';
import auction from '../../local/gallery/forms/auction.ts';
import { isRefused, sample, startGallery, submitsEachOnce, visitByHand } from './support.ts';

test('a bid, without a browser: one entry for each identity', async () => {
  const { target } = await submitsEachOnce(auction);
  // By the button that bids, not by the other one.
  assert.deepEqual([target.posts('/auction/lot-17/bids'), target.posts('/auction/lot-17/watch')], [2, 0]);
});

test('too low, outbid, and an auction that has ended are refused', async () => {
  const gallery = await startGallery(auction);
  await isRefused(gallery, sample('auction', 0, { amount: 1_500_000 }), /must be above Rp 1,500,000/);
  await isRefused(
    gallery,
    sample('auction', 0, { lot: 'lot-40', amount: 6_000_000 }),
    /You have been outbid/,
  );
  const posts = gallery.target.posts();
  await isRefused(gallery, sample('auction', 0, { lot: 'lot-8' }), /Sold on/);
  assert.equal(gallery.target.posts(), posts);
});

test('the highest bidder already: submitted, without another bid', async () => {
  const gallery = await startGallery(auction);
  gallery.target.gallery.switches.dedupe = true;
  const lot = `${gallery.target.url}/auction/lot-17`;
  const own = { bidder: '7001', amount: '3000000', payment: 'transfer', terms: 'yes' };
  assert.equal((await visitByHand(lot, '/auction/lot-17/bids', own)).status, 303);
  assert.deepEqual(await gallery.submit(sample('auction', 0, { amount: 4_000_000 })), ['done submitted']);
  assert.match((await gallery.record()).text, /You are the highest bidder already, with Rp 3,000,000/);
  assert.equal(gallery.entries().length, 1);
});
