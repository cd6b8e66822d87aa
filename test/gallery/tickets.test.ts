import assert from 'node:assert/strict';
import { test } from 'node:test';
import tickets from '../../local/gallery/forms/tickets.ts';
import { until } from '../support/worker.ts';
import { isRefused, sample, startGallery, submitsEachOnce, triesAgainAfterExpiry } from './support.ts';

const PAGE = '/tickets/jakarta-jazz';

test('a queue before the form: one entry for each identity', async () => {
  const { target } = await submitsEachOnce(tickets);
  const pages = target.requests().filter(({ method, path }) => method === 'GET' && path === PAGE);
  // Each of the two waited through two pages.
  assert.equal(pages.length, 6);
});

test('the hold on the tickets ends before the submit: once more through the queue, one entry', async () => {
  await triesAgainAfterExpiry(tickets, `${PAGE}/orders`);
});

test('sold out is refused, without a submit', async () => {
  const gallery = await startGallery(tickets);
  await isRefused(gallery, sample('tickets', 0, { event: 'bali-sunset' }), /There are no tickets left/);
  assert.equal(gallery.target.posts(), 0);
});

test('not on sale yet: waits, without a submit and without an attempt, and is submitted once it is', async () => {
  const gallery = await startGallery(tickets);
  const data = sample('tickets', 0, { event: 'java-rock' });
  const early = () => gallery.world.dispositions().filter(({ disposition }) => disposition === 'retry');
  const submitted = gallery.submit(data);
  await until('two early visits', () => early().length >= 2);
  assert.match(String(early()[0]?.why), /The sale opens on Friday/);
  assert.deepEqual([(await gallery.record()).phase, gallery.target.posts()], ['open', 0]);
  gallery.target.gallery.switches.saleOpen = true;
  assert.deepEqual(await submitted, ['done submitted']);
  assert.equal((await gallery.record()).attempt, '1');
  assert.deepEqual(gallery.entries(), [data]);
});
