import { test } from 'node:test';
import contact from '../../local/gallery/forms/contact.ts';
import { submitsEachOnce } from './support.ts';

test('a plain form, without a browser: one entry for each identity', async () => {
  await submitsEachOnce(contact);
});
