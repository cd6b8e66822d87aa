import { test } from 'node:test';
import appointments from '../../local/gallery/forms/appointments.ts';
import { submitsEachOnce } from './support.ts';

test('appointments: one entry for each identity', async () => {
  await submitsEachOnce(appointments);
});
