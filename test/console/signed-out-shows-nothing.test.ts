import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newToken } from '../../lib/config/tokens.ts';
import { until } from '../support/until.ts';
import { startConsole } from './support.ts';

test('without a token there is nothing but the page to sign in, and nothing is asked for', async () => {
  const world = await startConsole();
  await world.api.settled('a', 'unknown');
  const page = await world.open({ token: null, at: '#/review' });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal(await page.getByRole('link').count(), 0);
  assert.doesNotMatch((await page.locator('body').textContent()) ?? '', /at test|unknown/i);
  assert.deepEqual(world.requests.map(({ path }) => path).sort(), ['/', '/console.css', '/console.js']);

  await page.getByLabel('Token').fill('with a blank');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('This is no token').waitFor();
  await page.getByLabel('Token').fill(newToken('eve', 'operate').secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The API does not know this token.').waitFor();
  assert.deepEqual(world.faults, []);
});

test('signed in it stays so over a reload, in this tab only; signed out nothing is left and nothing asked', async () => {
  const world = await startConsole();
  await world.api.settled('a', 'unknown');
  const page = await world.open();
  await page.getByText('a at test').waitFor();
  await page.reload();
  await page.getByText('a at test').waitFor();
  const other = await world.open({ token: null });
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.doesNotMatch((await page.locator('body').textContent()) ?? '', /at test/);
  assert.equal(await page.evaluate('sessionStorage.length + localStorage.length'), 0);
  const asked = world.requests.length;
  // Longer than the pause between two looks.
  await page.waitForTimeout(2_500);
  assert.equal(world.requests.length, asked);
  assert.deepEqual(world.faults, []);
});

test('a token that may only send sees no list, and may hand in', async () => {
  const world = await startConsole();
  const page = await world.open({ token: world.api.tokens.send });
  await page.getByText('The list needs one that may operate.').waitFor();
  await page.getByRole('link', { name: 'Hand in' }).click();
  await page.getByLabel('Visitor id').waitFor();
  await until('no other request than these', () => world.requests.every(({ path }) => !/parked/.test(path)));
  assert.deepEqual(world.faults, []);
});
