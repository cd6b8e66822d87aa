import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { LEASE_MS } from '../../lib/tabs/lease-locks.ts';
import type { News } from '../../lib/tabs/ports.ts';
import { until } from '../support/until.ts';
import { checkOneStream, leadingTab, POLL_MS, standAs, takeover } from './polling.ts';
import { RawPages } from './raw-pages.ts';
import { crash, launch, PROVIDERS, world } from './support.ts';

const TABS = 8;
/** Slack for a busy machine. */
const SLACK_MS = 1_500;

const newestOf = async (page: Page) => (await page.evaluate<News<{ poll: number }>[]>('heard')).at(-1);

for (const provider of PROVIDERS) {
  test(`${provider}: 8 tabs, one stream of polls, handed on when its tab ends`, async (t) => {
    const { ledger, open } = await world(t, provider);
    const pages = await open(TABS);
    await Promise.all(pages.map((page, nth) => page.evaluate(standAs(`${nth}`))));
    const pageOf = (tab: string) => pages[Number(tab)] as Page;
    const others = (tab: string) => pages.filter((page, nth) => String(nth) !== tab && !page.isClosed());

    await until('some polls', () => ledger.polls.length >= 8);
    checkOneStream(ledger);
    assert.equal(new Set(ledger.polls.map(({ tab }) => tab)).size, 1, 'one tab polls');
    const first = ledger.polls[0]?.atMs ?? 0;
    const last = ledger.polls.at(-1)?.atMs ?? 0;
    assert.ok(ledger.polls.length <= 1 + (last - first) / (POLL_MS * 0.9), 'one stream');
    const crashing = leadingTab(ledger);
    const known = ledger.polls.length;
    for (const page of others(crashing)) {
      await until('all to hear of it', async () => ((await newestOf(page))?.state.poll ?? 0) >= known);
    }

    await crash(pageOf(crashing));
    const limitMs = provider === 'native' ? 1_000 : LEASE_MS + SLACK_MS;
    const afterCrash = await takeover(ledger, crashing);
    t.diagnostic(`the leader crashed: next poll after ${afterCrash.toFixed(0)} ms`);
    assert.ok(afterCrash < limitMs, `${afterCrash} ms`);
    await pageOf(crashing).close();

    const closing = leadingTab(ledger);
    await pageOf(closing).close();
    const afterClose = await takeover(ledger, closing);
    t.diagnostic(`the leader was closed: next poll after ${afterClose.toFixed(0)} ms`);
    assert.ok(afterClose < limitMs, `${afterClose} ms`);

    const leaving = leadingTab(ledger);
    await pageOf(leaving).evaluate('membership.leave()');
    await takeover(ledger, leaving);
    await until('it to hear of the next one', async () => {
      const newest = await newestOf(pageOf(leadingTab(ledger)));
      return newest?.term === ledger.polls.at(-1)?.term;
    });
    checkOneStream(ledger);
    for (const page of others('')) assert.equal(await page.evaluate('globalThis.failed'), undefined);
  });

  test(`${provider}: a leader that stood still does not poll once more if another has taken over`, async (t) => {
    const { ledger, open } = await world(t, provider);
    const pages = await open(2);
    await Promise.all(pages.map((page, nth) => page.evaluate(standAs(`${nth}`))));
    await until('a poll', () => ledger.polls.length > 0);
    const stalled = leadingTab(ledger);
    const stillMs = provider === 'lease' ? LEASE_MS + 1_000 : 1_000;
    // Blocks the page's one thread, without the processor's help.
    await pages[Number(stalled)]?.evaluate((ms) => {
      const request = new XMLHttpRequest();
      request.open('POST', `/stall?ms=${ms}`, false);
      request.send();
    }, stillMs);
    if (provider === 'lease') {
      await takeover(ledger, stalled);
    } else {
      // Native locks know that it lives, and wait for it.
      assert.equal(leadingTab(ledger), stalled);
    }
    const before = ledger.polls.length;
    await until('more polls', () => ledger.polls.length > before + 3);
    checkOneStream(ledger);
  });

  test(`${provider}: a leader that is frozen has resigned; resumed, it hears what it missed`, async (t) => {
    const browser = await launch();
    t.after(() => browser.close());
    const { ledger, origin } = await world(t, provider, { own: browser });
    const pages = await RawPages.start(browser);
    const both = [await pages.open(origin), await pages.open(origin)] as const;
    for (const [nth, page] of both.entries()) await page.run(standAs(`${nth}`));
    await until('a poll', () => ledger.polls.length > 0);
    const frozen = leadingTab(ledger);
    const [leader, follower] = frozen === '0' ? both : ([both[1], both[0]] as const);
    await leader.freeze();
    const gapMs = await takeover(ledger, frozen);
    t.diagnostic(`the leader was frozen: next poll after ${gapMs.toFixed(0)} ms`);
    assert.ok(gapMs < SLACK_MS, `${gapMs} ms`);
    await leader.resume();
    await until('the snapshot', () => leader.run(`heard.at(-1)?.term === ${ledger.polls.at(-1)?.term}`));
    assert.equal(await leader.run('role'), 'follower');
    await follower.run('membership.leave()');
    await until('it to stand again', () => leadingTab(ledger) === frozen);
    checkOneStream(ledger);
  });
}

test('control: without a leader all poll', async (t) => {
  const { ledger, open } = await world(t, 'native');
  const pages = await open(2);
  for (const [nth, page] of pages.entries()) {
    await page.evaluate((tab) => fetch(`/poll?term=${tab}&tab=${tab}`, { method: 'POST' }), 2 - nth);
  }
  assert.throws(() => checkOneStream(ledger));
});
