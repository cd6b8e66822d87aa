import assert from 'node:assert/strict';
import { test } from 'node:test';
import auction from '../../local/gallery/forms/auction.ts';
import { isRefused, sample, startGallery, submitsEachOnce, visitByHand } from './support.ts';

const gallery = await startGallery(auction);

test('a bid, without a browser: one entry for each identity', async () => {
  const { posts } = await submitsEachOnce(gallery);
  // By the button that bids, not by the other one.
  assert.deepEqual([posts('/auction/lot-17/bids'), posts('/auction/lot-17/watch')], [2, 0]);
});

test('too low, outbid, and an auction that has ended are refused', async () => {
  await isRefused(gallery, sample('auction', 3, { amount: 1_500_000 }), /must be above Rp 1,500,000/);
  await isRefused(
    gallery,
    sample('auction', 3, { lot: 'lot-40', amount: 6_000_000 }),
    /You have been outbid/,
  );
  const { posts } = await isRefused(gallery, sample('auction', 3, { lot: 'lot-8' }), /Sold on/);
  assert.equal(posts(), 0);
});

test('the highest bidder already: submitted, without another bid', async () => {
  gallery.target.gallery.switches.dedupe = true;
  const lot = `${gallery.target.url}/auction/lot-17`;
  const own = { bidder: '7005', amount: '3000000', payment: 'transfer', terms: 'yes' };
  assert.equal((await visitByHand(lot, '/auction/lot-17/bids', own)).status, 303);
  const watch = await gallery.watch();
  assert.deepEqual(await gallery.submit(sample('auction', 4, { amount: 4_000_000 })), ['done submitted']);
  const [record] = await watch.records();
  assert.match(record?.text ?? '', /You are the highest bidder already, with Rp 3,000,000/);
  assert.equal(watch.entries().length, 0);
});
