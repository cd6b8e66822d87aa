import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { startConsole } from './support.ts';

const TOOK_MS = 600;
/** Redis is asked for a tenth of the time at most. */
const REST_MS = 9 * TOOK_MS;

test('a look that took long is rested for; one that did not see all says so', async () => {
  const world = await startConsole();
  await world.api.settled('a', 'unknown');
  await world.context.route('**/overview', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    body.phases.submitted.count = 600_000;
    await route.fulfill({ response, json: { ...body, complete: false, tookMs: TOOK_MS } });
  });
  const page = await world.open();
  await page.getByRole('link', { name: 'submitted 600,000+' }).waitFor();
  await page.getByText('The ledger is too large for one look').waitFor();
  await page.getByText('of each phase those that changed last are shown').waitFor();
  const looks = () => world.requests.filter(({ path }) => path === '/overview');
  await until('three looks', () => looks().length >= 3);
  const gapsMs = looks().flatMap(({ atMs }, nth, all) => atMs - (all[nth - 1]?.atMs ?? -Infinity));
  assert.ok(Math.min(...gapsMs) >= REST_MS, gapsMs.join(' '));
  assert.equal(await page.getByText(/This is from/).count(), 0, 'that is no reason to call it old');
  await page.goto(`${world.origin}/#/review`);
  await page.getByText('a at test').first().waitFor();
  await page.getByText('The ledger is too large for one look').waitFor();
});
