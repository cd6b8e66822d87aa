import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { PROVIDERS, world } from './support.ts';

/** How a click ends that asks the server first where it is not the first try. */
const click = (page: Page, key: string) =>
  page.evaluate(async (name) => {
    const landing = await tabs.singleFlight(
      name,
      async ({ key, signal }) => {
        const headers = { 'idempotency-key': key };
        const response = await fetch('/send', { method: 'POST', headers, signal });
        return ((await response.json()) as { job: string }).job;
      },
      {
        ask: async ({ key }) => {
          const { known } = await (await fetch(`/status?name=${key}`)).json();
          return known ? `job of ${key}` : undefined;
        },
      },
    );
    return 'receipt' in landing ? `${landing.outcome}, ${landing.receipt}` : landing.outcome;
  }, key);

for (const provider of PROVIDERS) {
  test(`${provider}: offline before the send, it is sent once it can be`, async (t) => {
    const { context, ledger, open } = await world(t, provider);
    const [one, other] = (await open(2)) as [Page, Page];
    await context.setOffline(true);
    assert.equal(await click(one, 'before'), 'unknown');
    assert.equal(await click(other, 'before'), 'unknown');
    await context.setOffline(false);
    assert.equal(await click(other, 'before'), 'sent, job of before');
    assert.equal(await click(one, 'before'), 'already-sent, job of before');
    assert.equal(ledger.sent('before'), 1);
  });

  test(`${provider}: offline after the send, the server is asked and nothing is sent again`, async (t) => {
    const { context, ledger, open } = await world(t, provider);
    const [one, other] = (await open(2)) as [Page, Page];
    ledger.cut = true;
    ledger.sendMs = 300;
    const clicked = click(one, 'after');
    await until('the send to arrive', () => ledger.sent('after') === 1);
    await context.setOffline(true);
    assert.equal(await clicked, 'unknown');
    assert.equal(await click(other, 'after'), 'unknown');
    await context.setOffline(false);
    assert.equal(await click(other, 'after'), 'already-sent, job of after');
    assert.equal(ledger.sent('after'), 1);
  });
}
