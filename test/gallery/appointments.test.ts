import { test } from 'node:test';
import appointments from '../../local/gallery/forms/appointments.ts';
import { isRefused, sample, startGallery, submitsEachOnce } from './support.ts';

const gallery = await startGallery(appointments);

test('a question by confirm() is answered with yes: one entry for each identity', async () => {
  await submitsEachOnce(gallery);
});

test('a day that is full is refused', async () => {
  await isRefused(gallery, sample('appointments', 3, { day: '2027-01-01' }), /No time is free/);
});
