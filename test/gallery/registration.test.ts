import assert from 'node:assert/strict';
import { test } from 'node:test';
import registration from '../../local/gallery/forms/registration.ts';
import { isRefused, sample, startGallery, submitsEachOnce, visitByHand } from './support.ts';

test('lists that load one another, a masked id, a date: one entry for each identity', async () => {
  // The city is chosen by its label; its code is what the site gets.
  await submitsEachOnce(registration, (data) => ({ ...data, city: '3174' }));
});

test('registered already by somebody: submitted, without another entry; the id is told to nobody', async () => {
  const gallery = await startGallery(registration);
  gallery.target.gallery.switches.dedupe = true;
  const data = sample('registration', 0);
  const earlier = { ...data, city: '3174', declared: 'yes' } as Readonly<Record<string, string>>;
  assert.equal(
    (await visitByHand(`${gallery.target.url}/registration`, '/registration', earlier)).status,
    303,
  );
  assert.deepEqual(await gallery.submit(data, data), ['done submitted', 'done submitted skipped']);
  assert.match((await gallery.record()).text, /registered already, as RE-00001/);
  assert.equal(gallery.entries().length, 1);
  const told = JSON.stringify([gallery.world.log, await gallery.records()]);
  assert.doesNotMatch(told, new RegExp(String(data.nationalId)));
});

test('too young is refused', async () => {
  const gallery = await startGallery(registration);
  await isRefused(gallery, sample('registration', 0, { birthDate: '2020-02-29' }), /You must be 17 or older/);
});
