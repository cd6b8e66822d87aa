import { test } from 'node:test';
import contact from '../../local/gallery/forms/contact.ts';
import { isRefused, sample, startGallery, submitsEachOnce, triesAgainAfterExpiry } from './support.ts';

const gallery = await startGallery(contact);

test('a plain form, without a browser: one entry for each identity', async () => {
  await submitsEachOnce(gallery);
});

test('its session ends before the submit: one fresh try, one entry', async () => {
  await triesAgainAfterExpiry(gallery, '/contact');
});

test('what the site itself finds wrong is refused, though the status is 200', async () => {
  await isRefused(gallery, sample('contact', 3, { name: ' ' }), /Your name is missing/);
});
