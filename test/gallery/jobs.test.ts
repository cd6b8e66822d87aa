import { test } from 'node:test';
import jobs from '../../local/gallery/forms/jobs.ts';
import { submitsEachOnce } from './support.ts';

test('jobs: one entry for each identity', async () => {
  await submitsEachOnce(jobs);
});
