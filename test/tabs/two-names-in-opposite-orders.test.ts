import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { PROVIDERS, world } from './support.ts';

const both = (page: Page, names: string[]) =>
  page.evaluate(async (order) => {
    for (let nth = 0; nth < 10; nth++) {
      await tabs.withLocks(order, () => new Promise((resolve) => setTimeout(resolve, 5)));
    }
    return 'done';
  }, names);

/** One inside the other, in the order that the caller happens to have. */
const naive = (page: Page, [first, second]: readonly [string, string]) =>
  page.evaluate(
    async (order) => {
      const limits = { waitMs: 2_000 };
      const inner = () => tabs.withLocks([order.second], async () => 'done', limits);
      const pause = new Promise((resolve) => setTimeout(resolve, 300));
      const outer = tabs.locks.request(order.first, () => pause.then(inner));
      return outer.catch((error: Error) => error.name);
    },
    { first, second },
  );

for (const provider of PROVIDERS) {
  test(`${provider}: tabs that name the same locks in other orders do not wait for each other`, async (t) => {
    const { open } = await world(t, provider);
    const pages = await open(4);
    const orders = [
      ['a', 'b'],
      ['b', 'a'],
      ['b', 'c', 'a'],
      ['c', 'a'],
    ];
    const ends = await Promise.all(pages.map((page, nth) => both(page, orders[nth] ?? [])));
    assert.deepEqual(ends, ['done', 'done', 'done', 'done']);
  });
}

test('control: one inside the other they hang until the limit, and diagnostics show who waits', async (t) => {
  const { open } = await world(t, 'native');
  const [one, other] = (await open(2)) as [Page, Page];
  // `withLocks` hashes its names; the bare request takes them as they are.
  const name = (page: Page, plain: string) =>
    page.evaluate(async (asked) => {
      let found = '';
      await tabs.withLocks([asked], async () => {
        const { held } = await tabs.diagnostics();
        found = held[0]?.name ?? '';
      });
      return found;
    }, plain);
  const [a, b] = [await name(one, 'a'), await name(one, 'b')];
  const ends = Promise.all([naive(one, [a, 'b']), naive(other, [b, 'a'])]);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const { held, pending, own } = await one.evaluate(() => tabs.diagnostics());
  assert.deepEqual(
    [held.map((info) => info.name).sort(), pending.map((info) => info.name).sort()],
    [[a, b].sort(), [a, b].sort()],
  );
  assert.deepEqual(
    own.map(({ state }) => state),
    ['waiting'],
  );
  assert.ok((await ends).includes('LockTimeoutError'));
});
