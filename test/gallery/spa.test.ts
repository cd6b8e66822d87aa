import assert from 'node:assert/strict';
import { test } from 'node:test';
import spa from '../../local/gallery/forms/spa.ts';
import { isRefused, sample, startGallery, submitsEachOnce, triesAgainAfterExpiry } from './support.ts';

test('a script posts JSON; custom list, shadow DOM, rich text: one entry for each identity', async () => {
  const { target } = await submitsEachOnce(spa);
  const sent = target.requests().find(({ method }) => method === 'POST');
  assert.match(String(sent?.headers['x-csrf-token']), /^[0-9a-f]{32}$/);
});

test('its session ends before the submit: one fresh try, one entry', async () => {
  await triesAgainAfterExpiry(spa, '/spa/api/volunteers');
});

test('a refusal in JSON, with status 200', async () => {
  await isRefused(
    await startGallery(spa),
    sample('spa', 0, { beach: 'Senggigi' }),
    /Senggigi has enough volunteers/,
  );
});
