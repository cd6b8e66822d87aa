import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import jobs from '../../local/gallery/forms/jobs.ts';
import {
  type Data,
  isRefused,
  sample,
  startGallery,
  submitsEachOnce,
  triesAgainAfterExpiry,
} from './support.ts';

const gallery = await startGallery(jobs);

/** The site keeps of a file what it found out from its bytes. */
function kept({ cv, ...data }: Data): Data {
  const { name, type, base64 } = cv as {
    readonly name: string;
    readonly type: string;
    readonly base64: string;
  };
  const bytes = Buffer.from(base64, 'base64');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ...data, cv: { name, type, size: bytes.length, sha256 } };
}

test('an upload arrives byte by byte: one entry for each identity', async () => {
  const { records, entries } = await submitsEachOnce(gallery, { kept });
  const told = (await records()).map(({ text }) => text).join();
  for (const { fields } of entries())
    assert.ok(told.includes((fields.cv as { readonly sha256: string }).sha256));
});

test('its session ends before the submit: the file is sent once more, one entry', async () => {
  await triesAgainAfterExpiry(gallery, '/jobs/engineer/applications');
});

test('a file that is none of the kind, and a position that is filled, are refused', async () => {
  const cv = {
    name: 'cv.pdf',
    type: 'application/pdf',
    base64: Buffer.from('plain text').toString('base64'),
  };
  await isRefused(gallery, sample('jobs', 3, { cv }), /The CV is not a PDF/);
  const { posts } = await isRefused(
    gallery,
    sample('jobs', 3, { position: 'accountant' }),
    /This position is filled/,
  );
  assert.equal(posts(), 0);
});
