import { test } from 'node:test';
import registration from '../../local/gallery/forms/registration.ts';
import { submitsEachOnce } from './support.ts';

test('registration: one entry for each identity', async () => {
  await submitsEachOnce(registration);
});
