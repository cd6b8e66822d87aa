import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startDemoTarget } from '../../local/demo-target.ts';
import { sample, visitByHand } from './support.ts';

const target = await startDemoTarget();
after(() => target.stop());

/** Page, where its form goes, and what a visitor ticks and presses besides the sample. */
const PLAIN = [
  ['contact', '/contact', '/contact', {}],
  ['auction', '/auction/lot-17', '/auction/lot-17/bids', { terms: 'yes' }],
  ['registration', '/registration', '/registration', { declared: 'yes', city: '3174' }],
  ['survey', '/survey', '/survey', {}],
  ['appointments', '/appointments', '/appointments', {}],
  ['orders', '/orders/fetch', '/orders/fetch', {}],
] as const;

async function visit(path: string, action: string, site: string, change: Readonly<Record<string, string>>) {
  const fields = sample(site, 0, change) as Readonly<Record<string, string>>;
  return visitByHand(target.url + path, action, fields);
}

for (const [site, path, action, change] of PLAIN) {
  test(`${site}: what is sent twice is an entry twice`, async () => {
    for (const nth of [1, 2]) {
      assert.ok([200, 303].includes((await visit(path, action, site, change)).status));
      assert.equal(target.gallery.entries(site).length, nth);
    }
    const listed = await (await fetch(`${target.url}/${site}/entries.json`)).json();
    assert.deepEqual(listed, target.gallery.entries(site));
  });
}

test('told to find duplicates, auction and registration do', async () => {
  target.gallery.switches.dedupe = true;
  for (const [site, path, action, change] of PLAIN.slice(1, 3)) {
    assert.match(await (await visit(path, action, site, change)).text(), /already/);
    assert.equal(target.gallery.entries(site).length, 2);
  }
});

test('without the token of its session nothing is an entry', async () => {
  const before = target.gallery.entries('contact').length;
  const body = new URLSearchParams(sample('contact', 1) as Record<string, string>);
  const answer = await fetch(`${target.url}/contact`, { method: 'POST', body });
  assert.equal(answer.status, 403);
  assert.match(await answer.text(), /Your session has expired/);
  assert.equal(target.gallery.entries('contact').length, before);
});

test('the first page lists every site', async () => {
  const page = await (await fetch(target.url)).text();
  for (const [site, path] of PLAIN) assert.ok(page.includes(`href="${path}"`), site);
});
