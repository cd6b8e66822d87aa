import assert from 'node:assert/strict';
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

test('the connection breaks after the submit: looked up, found, and not sent again', async () => {
  const params = { flightGraceMs: 0, workerTimeoutSeconds: 8, proofTimeoutMs: 1_500, reserveMs: 1_000 };
  const broken = await startGallery(appointments, { params: { ...params, actionTimeoutMs: 2_000 } });
  const { records, entries, posts } = await broken.watch();
  broken.breakAt('/appointments');
  const data = sample('appointments', 4);
  assert.deepEqual(await broken.submit(data, data), ['done submitted', 'done submitted skipped']);
  assert.deepEqual([posts(), entries().length], [1, 1]);
  const [record] = await records();
  assert.deepEqual([record?.phase, record?.text], ['submitted', entries()[0]?.number]);
});
