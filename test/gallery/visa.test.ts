import assert from 'node:assert/strict';
import { test } from 'node:test';
import visa from '../../local/gallery/forms/visa.ts';
import { isRefused, sample, startGallery, submitsEachOnce, triesAgainAfterExpiry } from './support.ts';

const gallery = await startGallery(visa);
const STEPS = ['/visa/steps/1', '/visa/steps/2', '/visa/steps/3'];

test('three pages with drafts: one entry for each identity, each step sent once', async () => {
  const { posts } = await submitsEachOnce(gallery);
  assert.deepEqual(STEPS.map(posts), [2, 2, 2]);
});

test('the draft is gone when the last page is sent: all of it anew, one entry', async () => {
  const { posts } = await triesAgainAfterExpiry(gallery, '/visa/steps/3');
  assert.deepEqual(STEPS.map(posts), [2, 2, 2]);
});

test('a first page that is not accepted is a refusal; the last one is never sent', async () => {
  // Waits for the second page until then.
  const impatient = await startGallery(visa, { params: { actionTimeoutMs: 1_500 } });
  const { posts } = await isRefused(
    impatient,
    sample('visa', 3, { validUntil: '2027-01-15' }),
    /valid for 6 months/,
  );
  assert.deepEqual(STEPS.map(posts), [1, 0, 0]);
});
