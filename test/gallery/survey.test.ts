import { test } from 'node:test';
import survey from '../../local/gallery/forms/survey.ts';
import { submitsEachOnce } from './support.ts';

test('survey: one entry for each identity', async () => {
  await submitsEachOnce(survey);
});
