import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { world } from './support.ts';

/** Holds until told; `ended` is how that ended. */
const HOLD = `void (globalThis.ended = '', tabs.withLocks(['x'], () => new Promise((resolve) => {
  globalThis.holds = true;
  globalThis.stop = resolve;
})).then(() => { ended = 'well'; }, (error) => { ended = error.name + ' ' + error.reason; }))`;

/** What time does to the lease of a tab that stands still. */
const RUN_OUT = `new Promise((resolve) => {
  const opening = indexedDB.open('test');
  opening.onsuccess = () => {
    const transaction = opening.result.transaction(['pulse'], 'readwrite');
    transaction.objectStore('pulse').clear();
    transaction.oncomplete = () => { opening.result.close(); resolve(); };
  };
})`;

const isFree = `tabs.withLocks(['x'], async () => true, { ifAvailable: true }).catch(() => false)`;

test('a lease that ran out is taken; its late holder learns of it, and its release frees nothing', async (t) => {
  const { open } = await world(t, 'lease');
  const [late, next, third] = (await open(3)) as [Page, Page, Page];
  await late.evaluate(HOLD);
  await until('the first to hold', () => late.evaluate('globalThis.holds'));
  await until('the next to take over', async () => {
    if ((await next.evaluate('globalThis.ended')) === undefined) {
      await next.evaluate(RUN_OUT);
      await next.evaluate(HOLD);
    }
    return next.evaluate('globalThis.holds');
  });
  await until('the first to learn of it', () => late.evaluate("ended === 'LockLostError taken'"));
  await late.evaluate('stop()');
  assert.equal(await third.evaluate(isFree), false);
  await next.evaluate('stop()');
  await until('the next to end', () => next.evaluate("ended === 'well'"));
  assert.equal(await third.evaluate(isFree), true);
});
