import { test } from 'node:test';
import spa from '../../local/gallery/forms/spa.ts';
import { submitsEachOnce } from './support.ts';

test('spa: one entry for each identity', async () => {
  await submitsEachOnce(spa);
});
