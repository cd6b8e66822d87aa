import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { LEASE_MS } from '../../lib/tabs/lease-locks.ts';
import { until } from '../support/until.ts';
import { RawPages } from './raw-pages.ts';
import { crash, launch, PROVIDERS, world } from './support.ts';

/** Slack for a busy machine. */
const SLACK_MS = 1_500;

const ENDS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  closed: (page) => page.close(),
  reloaded: (page) => page.reload(),
  'left for another page': (page) => page.goto('about:blank'),
  crashed: crash,
};

/** Holds a lock for good; `seen` is what becomes of it. */
const HOLD = `void (globalThis.seen = [], tabs.withLocks(['x'], ({ signal }) => new Promise(() => {
  seen.push('holds');
  signal.addEventListener('abort', () => seen.push(signal.reason.reason));
})).catch((error) => seen.push(error.name)))`;
/** Waits for it, and tells how long that took. */
const WAIT = `(async () => {
  const began = performance.now();
  await tabs.withLocks(['x'], async () => {});
  return performance.now() - began;
})()`;

for (const provider of PROVIDERS) {
  test(`${provider}: whoever waits is let in, however the holder ended`, async (t) => {
    const { open } = await world(t, provider);
    const [waiting] = (await open(1)) as [Page];
    for (const [how, end] of Object.entries(ENDS)) {
      const [holder] = (await open(1)) as [Page];
      await holder.evaluate(HOLD);
      await until('the holder to hold', () => holder.evaluate("seen[0] === 'holds'"));
      const waited = waiting.evaluate<number>(WAIT);
      await end(holder);
      const ms = await waited;
      t.diagnostic(`${how}: ${ms.toFixed(0)} ms`);
      // Browsers give a page that ends a last word, but a busy one may not wait for it: then the lease runs out.
      assert.ok(ms < SLACK_MS + (provider === 'lease' ? LEASE_MS : 0), `${how}: ${ms} ms`);
      if (how !== 'crashed' && how !== 'closed') await holder.close();
    }
  });

  test(`${provider}: a tab that is frozen lets go before it is, and learns of it`, async (t) => {
    const browser = await launch();
    const { origin } = await world(t, provider, { own: browser });
    const pages = await RawPages.start(browser);
    t.after(() => browser.close());
    const [holder, waiting] = await Promise.all([pages.open(origin), pages.open(origin)]);
    await holder.run(HOLD);
    await until('the holder to hold', () => holder.run("seen[0] === 'holds'"));
    const waited = waiting.run<number>(WAIT);
    await holder.freeze();
    const ms = await waited;
    t.diagnostic(`frozen: ${ms.toFixed(0)} ms`);
    assert.ok(ms < SLACK_MS);
    await holder.resume();
    assert.deepEqual(await holder.run('seen'), ['holds', 'page-left', 'LockLostError']);
  });
}
