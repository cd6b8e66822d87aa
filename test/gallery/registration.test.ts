import assert from 'node:assert/strict';
import { test } from 'node:test';
import registration from '../../local/gallery/forms/registration.ts';
import { isRefused, sample, startGallery, submitsEachOnce, visitByHand } from './support.ts';

const gallery = await startGallery(registration);
/** The city is chosen by its label; its code is what the site gets. */
const CITY = '3174';

test('lists that load one another, a masked id, a date: one entry for each identity', async () => {
  await submitsEachOnce(gallery, { kept: (data) => ({ ...data, city: CITY }) });
});

test('too young is refused', async () => {
  await isRefused(gallery, sample('registration', 3, { birthDate: '2020-02-29' }), /You must be 17 or older/);
});

test('registered already by somebody: submitted, without another entry; the id is told to nobody', async () => {
  gallery.target.gallery.switches.dedupe = true;
  const data = sample('registration', 4);
  const earlier = { ...data, city: CITY, declared: 'yes' } as Readonly<Record<string, string>>;
  assert.equal(
    (await visitByHand(`${gallery.target.url}/registration`, '/registration', earlier)).status,
    303,
  );
  const watch = await gallery.watch();
  assert.deepEqual(await gallery.submit(data, data), ['done submitted', 'done submitted skipped']);
  const records = await watch.records();
  assert.match(records[0]?.text ?? '', /registered already, as RE-0000/);
  assert.equal(watch.entries().length, 0);
  assert.doesNotMatch(JSON.stringify([gallery.world.log, records]), new RegExp(String(data.nationalId)));
});
