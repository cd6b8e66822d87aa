import assert from 'node:assert/strict';
import { test } from 'node:test';
import members from '../../local/gallery/forms/members.ts';
import { sample, startGallery, submitsEachOnce, triesAgainAfterExpiry } from './support.ts';

test('behind a login, with tokens: one entry for each identity', async () => {
  const { target } = await submitsEachOnce(members, ({ password: _, ...data }) => data);
  assert.deepEqual([target.posts('/members/login'), target.posts('/members/enrol')], [2, 2]);
});

test('logged out before the submit: logs in anew, one entry', async () => {
  await triesAgainAfterExpiry(members, '/members/enrol');
});

test('a wrong password is for a person: parked as a challenge, nothing submitted, the password told to nobody', async () => {
  const gallery = await startGallery(members, { params: { actionTimeoutMs: 1_500 } });
  assert.deepEqual(await gallery.submit(sample('members', 0, { password: 'kenanga-1999' })), [
    'parked challenge',
  ]);
  assert.deepEqual([gallery.target.posts('/members/login'), gallery.target.posts('/members/enrol')], [1, 0]);
  const [parked] = await gallery.world.parked();
  assert.match(JSON.stringify(parked?.errors), /Wrong e-mail or password/);
  assert.equal((await gallery.record()).phase, 'open');
  // The parked message keeps its data, it is the only copy.
  assert.doesNotMatch(
    JSON.stringify([gallery.world.log, parked?.errors, await gallery.records()]),
    /kenanga/,
  );
});
