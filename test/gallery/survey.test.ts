import { test } from 'node:test';
import survey from '../../local/gallery/forms/survey.ts';
import { startGallery, submitsEachOnce, triesAgainAfterExpiry } from './support.ts';

const gallery = await startGallery(survey);

test('the answer comes in a new tab: one entry for each identity', async () => {
  await submitsEachOnce(gallery);
});

test('the new tab says that the session has ended: one fresh try, one entry', async () => {
  await triesAgainAfterExpiry(gallery, '/survey');
});
