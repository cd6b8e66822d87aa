import assert from 'node:assert/strict';
import { test } from 'node:test';
import visa from '../../local/gallery/forms/visa.ts';
import { isRefused, sample, startGallery, submitsEachOnce, triesAgainAfterExpiry } from './support.ts';

test('three pages with drafts: one entry for each identity, each step sent once', async () => {
  const { target } = await submitsEachOnce(visa);
  assert.deepEqual(
    [1, 2, 3].map((step) => target.posts(`/visa/steps/${step}`)),
    [2, 2, 2],
  );
});

test('the draft is gone when the last page is sent: all of it anew, one entry', async () => {
  const { target } = await triesAgainAfterExpiry(visa, '/visa/steps/3');
  assert.deepEqual([target.posts('/visa/steps/1'), target.posts('/visa/steps/2')], [2, 2]);
});

test('a first page that is not accepted is a refusal; the last one is never sent', async () => {
  const gallery = await startGallery(visa, { params: { actionTimeoutMs: 1_500 } });
  await isRefused(gallery, sample('visa', 0, { validUntil: '2027-01-15' }), /must be valid for 6 months/);
  assert.equal(gallery.target.posts('/visa/steps/3'), 0);
});
