import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { keyFor } from '../support/api.ts';
import { until } from '../support/until.ts';
import { startConsole } from './support.ts';

/** A small one, in CSS pixels. */
const PHONE = 320;

/** Presses Tab until the focus is on something so named. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const at = document.activeElement;
      const labels = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? at.labels : null;
      return (at?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? at?.textContent ?? '').trim();
    });
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
  }
  throw new Error(`Tab never comes to ${name}`);
}

test('signed in, found, judged and confirmed, without a mouse', async () => {
  const world = await startConsole();
  await world.api.settled('a', 'unknown');
  const page = await world.open({ token: null });
  // The field has the focus already.
  await page.getByLabel('Token').waitFor();
  await page.keyboard.type(world.api.tokens.operate);
  await page.keyboard.press('Enter');
  await page.getByText('a at test').waitFor();

  await tabTo(page, 'Review desk');
  await page.keyboard.press('Enter');
  await until('the heading to have the focus', () =>
    page.evaluate("document.activeElement?.textContent === 'Review desk'"),
  );
  await page.getByRole('link', { name: 'Look and decide' }).waitFor();
  await tabTo(page, /^Look and decide/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Resolve' }).waitFor();
  await tabTo(page, 'Landed: it is there');
  await page.keyboard.press('Space');
  await tabTo(page, 'Receipt');
  await page.keyboard.type('R-7');
  await tabTo(page, 'How you know');
  await page.keyboard.type('on the list');
  await tabTo(page, 'Resolve …');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await page.evaluate('document.activeElement?.textContent'), 'Resolve …', 'the focus is back');
  assert.equal((await world.api.record(keyFor('a'))).phase, 'unknown');

  await page.keyboard.press('Enter');
  // Inside of the dialog the focus goes round; it does not get out.
  await tabTo(page, 'Yes, resolve');
  await page.keyboard.press('Enter');
  await page.getByText('Resolved. It is now submitted.').waitFor();
  assert.equal((await world.api.record(keyFor('a'))).phase, 'submitted');
  assert.deepEqual(world.faults, []);
});

test('everything that can be worked has a name, and nothing is wider than a phone', async () => {
  const world = await startConsole();
  await world.api.settled('a', 'unknown');
  const page = await world.open();
  await page.setViewportSize({ width: PHONE, height: 640 });
  for (const at of ['#/submissions', `#/submissions/${keyFor('a')}`, '#/send', '#/review', '#/tabs']) {
    await page.goto(`${world.origin}/${at}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(300);
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll('a, button, input, select, textarea')]
        .filter((one) => {
          const labels = (one as HTMLInputElement).labels?.length ?? 0;
          return labels === 0 && !one.getAttribute('aria-label') && !one.textContent?.trim();
        })
        .map((one) => one.outerHTML),
    );
    assert.deepEqual(nameless, [], at);
    const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
    assert.equal(new Set(ids).size, ids.length, 'ids stand once');
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= PHONE, at);
  }
});
