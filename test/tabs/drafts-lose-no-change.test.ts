import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { PROVIDERS, world } from './support.ts';

const TABS = 8;
const CHANGES = 5;

for (const provider of PROVIDERS) {
  test(`${provider}: what 8 tabs add is all there; without the lock it is not`, async (t) => {
    const { open } = await world(t, provider);
    const pages = await open(TABS);
    const addTo = (id: string, inOneChange: boolean) =>
      Promise.all(
        pages.map((page) =>
          page.evaluate(
            async (asked) => {
              const drafts = tabs.drafts<number>();
              const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
              const add = async (was = 0) => {
                await pause();
                return was + 1;
              };
              for (let nth = 0; nth < asked.changes; nth++) {
                if (asked.inOneChange) {
                  await drafts.change(asked.id, add, { waitMs: 30_000 });
                } else {
                  const now = await add((await drafts.read(asked.id))?.value);
                  await drafts.change(asked.id, () => now, { waitMs: 30_000 });
                }
              }
            },
            { id, inOneChange, changes: CHANGES },
          ),
        ),
      );
    const read = (id: string) => (pages[0] as Page).evaluate((one) => tabs.drafts<number>().read(one), id);

    await addTo('locked', true);
    assert.deepEqual((await read('locked'))?.value, TABS * CHANGES);
    await addTo('read before', false);
    const kept = (await read('read before'))?.value ?? 0;
    t.diagnostic(`read outside the lock: ${kept} of ${TABS * CHANGES} kept`);
    assert.ok(kept < TABS * CHANGES);
  });

  test(`${provider}: who reads waits for who changes; readers ${provider === 'native' ? 'share' : 'take turns'}`, async (t) => {
    const { ledger, open } = await world(t, provider);
    const [one, other] = (await open(2)) as [Page, Page];
    const changing = one.evaluate(() =>
      tabs.drafts<string>().change('d', async () => {
        await fetch('/enter?name=change', { method: 'POST' });
        await new Promise((resolve) => setTimeout(resolve, 500));
        return 'new';
      }),
    );
    await until('the change to begin', () => ledger.entered > 0);
    assert.equal((await other.evaluate(() => tabs.drafts<string>().read('d')))?.value, 'new');
    await changing;

    ledger.most = 0;
    const lock = [{ name: 'readers', mode: 'shared' }] as const;
    const reading = (page: Page) =>
      page.evaluate(
        (names) =>
          tabs.withLocks(names, async () => {
            await fetch('/enter?name=readers', { method: 'POST' });
            await new Promise((resolve) => setTimeout(resolve, 500));
            await fetch('/leave?name=readers', { method: 'POST' });
          }),
        lock,
      );
    await Promise.all([reading(one), reading(other)]);
    assert.equal(ledger.most, provider === 'native' ? 2 : 1);
  });
}

test('a draft that is dropped is gone', async (t) => {
  const { open } = await world(t, 'native');
  const [page] = (await open(1)) as [Page];
  const seen = await page.evaluate(async () => {
    const drafts = tabs.drafts<string>();
    await drafts.change('d', () => 'text');
    const before = (await drafts.read('d'))?.value;
    await drafts.change('d', () => undefined);
    return [before, await drafts.read('d')];
  });
  assert.deepEqual(seen, ['text', undefined]);
});
