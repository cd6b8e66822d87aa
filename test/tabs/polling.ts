import assert from 'node:assert/strict';
import { until } from '../support/until.ts';
import type { Ledger } from './support.ts';

export const POLL_MS = 100;

/** Stands for the one poller, in a page called `tab`; what it hears is `heard`. */
export const standAs = (tab: string) => `void (() => {
  globalThis.heard = [];
  globalThis.role = '';
  globalThis.membership = tabs.leader('polling', {
    async lead({ term, signal, stillMine, publish }) {
      while (await stillMine()) {
        const polled = await fetch('/poll?tab=${tab}&term=' + term, { method: 'POST', signal });
        await publish(await polled.json());
        await new Promise((resolve) => setTimeout(resolve, ${POLL_MS}));
      }
    },
    onNews: (news) => heard.push(news),
    onRole: (now) => { globalThis.role = now; },
    onError: (error) => { if (!/abort|left/i.test(String(error))) globalThis.failed = String(error); },
  });
})()`;

/** What the server saw was one tab after the other: no term twice, none that came back. */
export function checkOneStream({ polls }: Ledger): void {
  const tabOf = new Map<number, string>();
  let newest = 0;
  for (const { term, tab } of polls) {
    assert.ok(term >= newest, `a poll of term ${term} after one of ${newest}`);
    assert.equal(tabOf.get(term) ?? tab, tab, 'two tabs in one term');
    tabOf.set(term, tab);
    newest = term;
  }
}

export const leadingTab = ({ polls }: Ledger): string => polls.at(-1)?.tab ?? '';

/** Waits until another than `tab` polls; the gap between the two, in ms. */
export async function takeover(ledger: Ledger, tab: string): Promise<number> {
  await until('another tab to poll', () => ledger.polls.length > 0 && leadingTab(ledger) !== tab);
  const first = ledger.polls.findLastIndex((poll) => poll.tab === tab) + 1;
  return (ledger.polls[first]?.atMs ?? Number.NaN) - (ledger.polls[first - 1]?.atMs ?? Number.NaN);
}
