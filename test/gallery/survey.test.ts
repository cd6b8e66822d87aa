import { test } from 'node:test';
import survey from '../../local/gallery/forms/survey.ts';
import { submitsEachOnce, triesAgainAfterExpiry } from './support.ts';

test('the answer comes in a new tab: one entry for each identity', async () => {
  await submitsEachOnce(survey);
});

test('the new tab says that the session has ended: one fresh try, one entry', async () => {
  await triesAgainAfterExpiry(survey, '/survey');
});
