import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEASE_MS } from '../../lib/tabs/lease-locks.ts';
import { keyFor } from '../support/api.ts';
import { until } from '../support/until.ts';
import { crash, PROVIDERS, type Provider } from '../tabs/support.ts';
import { type ConsoleWorld, startConsole } from './support.ts';

const TABS = 8;
/** A lock of the browser goes with its tab; a lease ends by itself, and the first look follows at once. */
const MAX_TAKEOVER_MS = { native: 1_000, lease: LEASE_MS + 1_000 } as const satisfies Record<
  Provider,
  number
>;

const looks = ({ requests }: ConsoleWorld) => requests.filter(({ path }) => path === '/overview');
const asking = (world: ConsoleWorld) => looks(world).at(-1)?.tab ?? '';

for (const provider of PROVIDERS) {
  test(`${provider}: 8 tabs open, one of them asks; it crashes, and another does in time; all show what it found`, async (t) => {
    const world = await startConsole({}, { provider });
    await world.api.settled('a', 'unknown');
    const pages = await Promise.all(Array.from({ length: TABS }, () => world.open()));
    await Promise.all(pages.map((page) => page.getByText('a at test').waitFor()));
    const since = world.requests.length;
    await until('three looks', () => looks(world).length >= 4);
    const tabs = new Set(world.requests.slice(since).map(({ tab }) => tab));
    assert.equal(tabs.size, 1, `asked by ${[...tabs]}`);

    const [page] = pages;
    assert.equal(await page?.evaluate("'locks' in navigator"), provider === 'native');

    const first = asking(world);
    const leader = pages[Number(first)];
    assert.ok(leader);
    await leader.getByText('This tab asks, for all tabs.').waitFor();
    const crashedMs = performance.now();
    await crash(leader);
    await until('another to ask', () => asking(world) !== first);
    const gapMs =
      (looks(world).find(({ tab, atMs }) => tab !== first && atMs > crashedMs)?.atMs ?? Number.NaN) -
      crashedMs;
    t.diagnostic(`another tab asked ${gapMs.toFixed(0)} ms after the crash`);
    assert.ok(gapMs < MAX_TAKEOVER_MS[provider], `${gapMs} ms`);

    await world.api.settled('b', 'submitted');
    const rest = pages.filter((page) => page !== leader);
    await Promise.all(rest.map((page) => page.getByText('b at test').waitFor()));
    const later = new Set(
      looks(world)
        .filter(({ tab, atMs }) => tab !== first && atMs > crashedMs)
        .map(({ tab }) => tab),
    );
    assert.equal(later.size, 1);
    assert.deepEqual(world.faults, []);
  });
}

test('when the API does not answer, all say so and how old what they show is; then it goes on', async () => {
  const world = await startConsole();
  await world.api.settled('a', 'unknown');
  const pages = [await world.open(), await world.open()];
  await Promise.all(pages.map((page) => page.getByText('a at test').waitFor()));
  await world.context.route('**/overview', (route) => route.fulfill({ status: 503, body: '' }));
  await Promise.all(pages.map((page) => page.getByText('does not answer (HTTP 503)').waitFor()));
  await Promise.all(pages.map((page) => page.getByText(/This is from \d+ s ago/).waitFor()));
  assert.equal(await pages[0]?.getByText('a at test').count(), 1, 'what was known is still shown');
  await world.context.unrouteAll();
  await Promise.all(pages.map((page) => page.getByText('Up to date').waitFor()));
});

test('the list tells phase, attempt, lease and heartbeat, and shows one phase alone', async () => {
  const world = await startConsole();
  await world.api.armed('held');
  await world.api.settled('done', 'submitted');
  const page = await world.open();
  const row = page.getByRole('row', { name: 'held at test' });
  await row.waitFor();
  const cells = await row.getByRole('cell').allInnerTexts();
  assert.deepEqual(cells.slice(1, 3), ['armed', '1']);
  assert.match(cells[4] ?? '', /^\d+ s$/);
  assert.match(cells[5] ?? '', /^\d+ s ago$/);
  await page.getByRole('link', { name: 'submitted 1' }).click();
  await page.getByText('done at test').waitFor();
  assert.equal(await page.getByText('held at test').count(), 0);
  await page.getByLabel('Find by key').fill(keyFor('held'));
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('heading', { name: 'held at test' }).waitFor();
});
