import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startConsole } from './support.ts';

test('the list and the review desk tell that a form is paused, why, and how it goes on', async () => {
  const world = await startConsole();
  const page = await world.open();
  await page.getByText('Up to date').waitFor();
  const note = page.getByText(/visit is paused/);
  assert.equal(await note.count(), 0);
  await world.api.ask('POST', '/forms/visit/pause', { body: { why: 'the site is rebuilt' } });
  await note.waitFor();
  assert.match((await note.textContent()) ?? '', /the site is rebuilt \(ana\).*npx sekali resume visit/);
  await page.getByRole('link', { name: 'Review desk' }).click();
  await note.waitFor();
  await world.api.ask('POST', '/forms/visit/resume', { body: {} });
  await note.waitFor({ state: 'detached' });
});
