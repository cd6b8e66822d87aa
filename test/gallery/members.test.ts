import { test } from 'node:test';
import members from '../../local/gallery/forms/members.ts';
import { submitsEachOnce } from './support.ts';

test('members: one entry for each identity', async () => {
  await submitsEachOnce(members);
});
