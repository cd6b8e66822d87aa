import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Documents } from '../../lib/senders/documents.ts';
import { sharedBrowser } from '../support/run.ts';
import { html, PAGE, startTarget } from '../support/target.ts';

test('the first document of a tab is news; what it leads on to is not, or a page could ask for look after look', async () => {
  const target = await startTarget((_, response) => html(response, PAGE));
  const { context, page, close } = await sharedBrowser.newContext();
  const documents = new Documents(context);
  const loaded = await page.goto(`${target.url}/form`);
  assert.ok(loaded);
  documents.mark(loaded.request());

  const first = documents.news.then(() => 'first');
  await page.goto(`${target.url}/receipt`);
  assert.equal(await first, 'first');

  const second = documents.news.then(() => 'second');
  await page.goto(`${target.url}/receipt?again`);
  assert.equal(await Promise.race([second, sleep(300, 'none')]), 'none');

  await context.newPage();
  assert.equal(await second, 'second');
  await close();
});
