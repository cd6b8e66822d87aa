import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { NO_STORAGE, type Provider, world } from './support.ts';

const NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });";

interface Case {
  readonly what: string;
  readonly provider: Provider;
  readonly init?: string;
  readonly has: object;
}

const CASES: readonly Case[] = [
  {
    what: 'a secure page',
    provider: 'native',
    has: { provider: 'web-locks', scope: 'origin', exclusion: 'guaranteed', memory: 'durable', reasons: [] },
  },
  {
    what: 'a page over plain http',
    provider: 'lease',
    has: {
      provider: 'idb-lease',
      scope: 'origin',
      exclusion: 'lease-bounded',
      shared: false,
      memory: 'durable',
      reasons: ['insecure-context'],
    },
  },
  {
    what: 'a browser without Web Locks',
    provider: 'native',
    init: NO_LOCKS,
    has: { provider: 'idb-lease', memory: 'durable', reasons: ['unsupported'] },
  },
  {
    what: 'a secure page whose storage is blocked',
    provider: 'native',
    init: NO_STORAGE,
    has: { provider: 'web-locks', scope: 'origin', memory: 'tab', reasons: ['storage-blocked'] },
  },
  {
    what: 'a page over plain http whose storage is blocked',
    provider: 'lease',
    init: NO_STORAGE,
    has: {
      provider: 'in-tab',
      scope: 'tab',
      exclusion: 'none-across-tabs',
      memory: 'tab',
      reasons: ['insecure-context', 'storage-blocked'],
    },
  },
];

/** Two clicks and two changes, in a row. */
const works = (page: Page | Frame) =>
  page.evaluate(async () => {
    let sends = 0;
    const send = async () => ++sends;
    const outcomes = [];
    for (let nth = 0; nth < 2; nth++) outcomes.push((await tabs.singleFlight('k', send)).outcome);
    const drafts = tabs.drafts<number>();
    for (let nth = 0; nth < 2; nth++) await drafts.change('d', (was = 0) => was + 1);
    return { sends, outcomes, draft: (await drafts.read('d'))?.value };
  });
const WORKS = { sends: 1, outcomes: ['sent', 'already-sent'], draft: 2 };

for (const { what, provider, init, has } of CASES) {
  test(what, async (t) => {
    const { open } = await world(t, provider, init === undefined ? {} : { init });
    const [page] = (await open(1)) as [Page];
    assert.partialDeepStrictEqual(await page.evaluate(() => tabs.capability), has);
    assert.deepEqual(await works(page), WORKS);
  });
}

test('a sandboxed frame, which has an origin of its own that nobody shares', async (t) => {
  const { open, origin } = await world(t, 'native');
  const [page] = (await open(1)) as [Page];
  await page.evaluate((src) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.src = src;
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener('load', resolve));
  }, origin);
  const frame = page.frames()[1];
  assert.ok(frame);
  await frame.evaluate('ready');
  assert.partialDeepStrictEqual(await frame.evaluate(() => tabs.capability), {
    provider: 'in-tab',
    memory: 'tab',
    reasons: ['locks-refused', 'storage-blocked'],
  });
  assert.deepEqual(await works(frame), WORKS);
});

for (const provider of ['native', 'lease'] as const) {
  test(`${provider}: storage that is deleted under way is made anew`, async (t) => {
    const { open } = await world(t, provider);
    const [page] = (await open(1)) as [Page];
    assert.deepEqual(await works(page), WORKS);
    await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const deleted = indexedDB.deleteDatabase('test');
          deleted.onsuccess = resolve;
          deleted.onerror = reject;
        }),
    );
    assert.deepEqual(await works(page), WORKS);
  });
}
