import { test } from 'node:test';
import visa from '../../local/gallery/forms/visa.ts';
import { submitsEachOnce } from './support.ts';

test('visa: one entry for each identity', async () => {
  await submitsEachOnce(visa);
});
