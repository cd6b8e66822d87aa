import assert from 'node:assert/strict';
import { test } from 'node:test';
import members from '../../local/gallery/forms/members.ts';
import { sample, startGallery, submitsEachOnce, triesAgainAfterExpiry } from './support.ts';

const gallery = await startGallery(members);

test('behind a login, with tokens: one entry for each identity', async () => {
  const { posts } = await submitsEachOnce(gallery, { kept: ({ password: _, ...data }) => data });
  assert.deepEqual([posts('/members/login'), posts('/members/enrol')], [2, 2]);
});

test('logged out before the submit: logs in anew, one entry', async () => {
  const { posts } = await triesAgainAfterExpiry(gallery, '/members/enrol');
  assert.equal(posts('/members/login'), 2);
});

test('a wrong password is for a person: parked as a challenge, nothing submitted, the password told to nobody', async () => {
  // Waits for the page behind the login until then.
  const { submit, watch, world } = await startGallery(members, { params: { actionTimeoutMs: 1_500 } });
  const { posts, records } = await watch();
  assert.deepEqual(await submit(sample('members', 3, { password: 'kenanga-1999' })), ['parked challenge']);
  assert.deepEqual([posts('/members/login'), posts('/members/enrol')], [1, 0]);
  assert.deepEqual(
    (await records()).map(({ phase }) => phase),
    ['open'],
  );
  const [parked] = await world.parked();
  assert.match(JSON.stringify(parked?.errors), /Wrong e-mail or password/);
  // The parked message keeps its data, it is the only copy.
  assert.doesNotMatch(JSON.stringify([world.log, parked?.errors, await records()]), /kenanga/);
});
