import assert from 'node:assert/strict';
import { test } from 'node:test';
import spa from '../../local/gallery/forms/spa.ts';
import { isRefused, sample, startGallery, submitsEachOnce, triesAgainAfterExpiry } from './support.ts';

const gallery = await startGallery(spa);

test('a script posts JSON; custom list, shadow DOM, rich text: one entry for each identity', async () => {
  const { requests } = await submitsEachOnce(gallery);
  const sent = requests().find(({ method }) => method === 'POST');
  assert.match(String(sent?.headers['x-csrf-token']), /^[0-9a-f]{32}$/);
});

test('its session ends before the submit: one fresh try, one entry', async () => {
  await triesAgainAfterExpiry(gallery, '/spa/api/volunteers');
});

test('a refusal in JSON, with status 200', async () => {
  await isRefused(gallery, sample('spa', 3, { beach: 'Senggigi' }), /Senggigi has enough volunteers/);
});
