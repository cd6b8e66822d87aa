import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RawPages } from './raw-pages.ts';
import { launch, PROVIDERS, world } from './support.ts';

/** Slack for a busy machine. */
const LIMIT_MS = 3_000;

/** Uses storage all the time, so that it is frozen in the middle of it. */
const BUSY = `void Array.from({ length: 8 }, async (_, nth) => {
  for (let turn = 0; ; turn++) await tabs.singleFlight(nth + ' ' + turn, async () => 'sent').catch(() => undefined);
})`;

for (const provider of PROVIDERS) {
  test(`${provider}: a tab that is frozen in the middle of its work with storage`, async (t) => {
    const browser = await launch();
    t.after(() => browser.close());
    const { origin } = await world(t, provider, { own: browser });
    const pages = await RawPages.start(browser);
    const other = await pages.open(origin);
    for (let round = 0; round < 3; round++) {
      const busy = await pages.open(origin);
      await busy.run(BUSY);
      await new Promise((resolve) => setTimeout(resolve, 200));
      await busy.freeze();
      const began = performance.now();
      const landing = await other.run<{ outcome: string }>(
        `tabs.singleFlight('other ${round}', async () => 'sent', { waitMs: 10_000, holdMs: 10_000 })`,
      );
      assert.equal(landing.outcome, 'sent');
      const tookMs = performance.now() - began;
      assert.ok(tookMs < LIMIT_MS, `${tookMs} ms`);
      await busy.resume();
      await busy.send('Page.close', {});
    }
  });
}
