import assert from 'node:assert/strict';
import { test } from 'node:test';
import tickets from '../../local/gallery/forms/tickets.ts';
import { until } from '../support/worker.ts';
import { isRefused, sample, startGallery, submitsEachOnce, triesAgainAfterExpiry } from './support.ts';

const gallery = await startGallery(tickets);
const PAGE = '/tickets/jakarta-jazz';

test('a queue before the form: one entry for each identity', async () => {
  const { requests } = await submitsEachOnce(gallery);
  const pages = requests().filter(({ method, path }) => method === 'GET' && path === PAGE);
  // Each of the two waited through two pages.
  assert.equal(pages.length, 6);
});

test('the hold on the tickets ends before the submit: once more through the queue, one entry', async () => {
  await triesAgainAfterExpiry(gallery, `${PAGE}/orders`);
});

test('sold out is refused, without a submit', async () => {
  const data = sample('tickets', 3, { event: 'bali-sunset' });
  const { posts } = await isRefused(gallery, data, /There are no tickets left/);
  assert.equal(posts(), 0);
});

test('not on sale yet: waits, without a submit and without an attempt, and is submitted once it is', async () => {
  const data = sample('tickets', 4, { event: 'java-rock' });
  const { records, posts, entries } = await gallery.watch();
  const early = () =>
    gallery.world.dispositions().filter(({ why }) => /The sale opens on Friday/.test(String(why)));
  const submitted = gallery.submit(data);
  await until('two early visits', () => early().length >= 2);
  assert.deepEqual([(await records()).map(({ phase }) => phase), posts()], [['open'], 0]);
  gallery.target.gallery.switches.saleOpen = true;
  assert.deepEqual(await submitted, ['done submitted']);
  assert.deepEqual(
    (await records()).map(({ attempt }) => attempt),
    ['1'],
  );
  assert.deepEqual(
    entries().map(({ fields }) => fields),
    [data],
  );
});
