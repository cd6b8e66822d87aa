import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { crash, PROVIDERS, world } from './support.ts';

const TABS = 8;

/** Clicks in a tab, some ms after the others: how each ended. */
function click(page: Page, key: string, { clicks = 1, afterMs = 0 } = {}): Promise<string[]> {
  return page.evaluate(
    async (asked) => {
      await new Promise((resolve) => setTimeout(resolve, asked.afterMs));
      const send = async ({ key, signal }: { key: string; signal: AbortSignal }) => {
        const headers = { 'idempotency-key': key };
        const response = await fetch('/send', { method: 'POST', headers, signal });
        return (await response.json()) as { job: string };
      };
      const one = () => tabs.singleFlight(asked.key, send, { payload: 'the same' });
      const landings = await Promise.all(Array.from({ length: asked.clicks }, one));
      return landings.map((landing) =>
        'receipt' in landing ? `${landing.outcome}, ${landing.receipt.job}` : landing.outcome,
      );
    },
    { key, clicks, afterMs },
  );
}

/** The lock without the receipt, as the bare API invites to. */
const clickUnderTheBareLock = (page: Page, key: string, afterMs: number) =>
  page.evaluate(
    async (asked) => {
      await new Promise((resolve) => setTimeout(resolve, asked.afterMs));
      await tabs.locks.request(asked.key, { ifAvailable: true }, async (lock) => {
        if (lock === null) return;
        const headers = { 'idempotency-key': asked.key };
        await fetch('/send', { method: 'POST', headers });
      });
    },
    { key, afterMs },
  );

for (const provider of PROVIDERS) {
  test(`${provider}: 8 tabs`, async (t) => {
    const { ledger, open } = await world(t, provider);
    const pages = await open(TABS);

    await t.test('the same click in all, the server takes its time: one send, all know the job', async () => {
      ledger.sendMs = 300;
      const ends = (await Promise.all(pages.map((page) => click(page, 'slow')))).flat();
      assert.equal(ledger.sent('slow'), 1);
      assert.deepEqual(ends.sort(), [
        ...Array.from({ length: TABS - 1 }, () => 'already-sent, job of slow'),
        'sent, job of slow',
      ]);
    });

    await t.test('one tab after the other, the server is quick: one send', async () => {
      ledger.sendMs = 0;
      for (let round = 0; round < 5; round++) {
        await Promise.all(pages.map((page, nth) => click(page, `fast ${round}`, { afterMs: nth * 10 })));
        assert.equal(ledger.sent(`fast ${round}`), 1);
      }
    });

    await t.test('control: the lock without the receipt sends again', async () => {
      let sends = 0;
      for (let round = 0; round < 3; round++) {
        const key = `bare ${round}`;
        await Promise.all(pages.map((page, nth) => clickUnderTheBareLock(page, key, nth * 30)));
        sends += ledger.sent(key);
      }
      assert.ok(sends > 3, `${sends} sends of 3`);
      t.diagnostic(`bare lock: ${sends} sends of 3`);
    });

    await t.test('1,000 clicks: one send, in bounded time', async () => {
      ledger.sendMs = 100;
      const beganMs = performance.now();
      const ends = await Promise.all(pages.map((page) => click(page, 'pile-up', { clicks: 1_000 / TABS })));
      t.diagnostic(`1,000 clicks took ${(performance.now() - beganMs).toFixed(0)} ms`);
      assert.equal(ends.flat().length, 1_000);
      assert.equal(ledger.sent('pile-up'), 1);
    });

    await t.test('different keys do not wait for each other', async () => {
      ledger.sendMs = 0;
      await Promise.all(pages.map((page, nth) => click(page, `own ${nth}`)));
      for (let nth = 0; nth < TABS; nth++) assert.equal(ledger.sent(`own ${nth}`), 1);
    });

    await t.test('a session that runs out is renewed once, by whichever tab notices', async () => {
      // The key names the session that is to be replaced: whoever still has it learns of the new one.
      const sessions = await Promise.all(pages.map((page) => click(page, 'renew session 1')));
      assert.equal(new Set(sessions.flat().map((end) => end.split(', ')[1])).size, 1);
      assert.equal(ledger.sent('renew session 1'), 1);
    });

    await t.test(
      'a tab crashes in the middle of its send: another asks the server, and sends nothing',
      async () => {
        ledger.sendMs = 60_000;
        const [first, second] = pages as [Page, Page];
        void click(first, 'crash').catch(() => undefined);
        await until('the send to arrive', () => ledger.sent('crash') === 1);
        const beganMs = performance.now();
        await crash(first);
        const landing = await second.evaluate(async () => {
          const ask = async ({ key }: { key: string }) => {
            const { known } = await (await fetch(`/status?name=${key}`)).json();
            return known ? 'known' : undefined;
          };
          return tabs.singleFlight('crash', () => Promise.reject(new Error('sent again')), {
            ask,
            payload: 'the same',
          });
        });
        const tookMs = performance.now() - beganMs;
        t.diagnostic(`after a crash another tab knew in ${tookMs.toFixed(0)} ms`);
        assert.deepEqual(landing, { outcome: 'already-sent', receipt: 'known' });
        assert.equal(ledger.sent('crash'), 1);
        assert.ok(tookMs < (provider === 'native' ? 2_000 : 7_000));
      },
    );
  });
}
