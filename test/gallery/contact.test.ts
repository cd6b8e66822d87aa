import { test } from 'node:test';
import contact from '../../local/gallery/forms/contact.ts';
import { isRefused, sample, startGallery, submitsEachOnce, triesAgainAfterExpiry } from './support.ts';

test('a plain form, without a browser: one entry for each identity', async () => {
  await submitsEachOnce(contact);
});

test('its session ends before the submit: one fresh try, one entry', async () => {
  await triesAgainAfterExpiry(contact, '/contact');
});

test('what the site itself finds wrong is refused, though the status is 200', async () => {
  await isRefused(await startGallery(contact), sample('contact', 0, { name: ' ' }), /Your name is missing/);
});
