import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

const PARAMS = {
  leaseTtlMs: 2_000,
  heartbeatMs: 500,
  abortMarginMs: 300,
  backoffBaseMs: 200,
  maxAttempts: 3,
};

test('a target that is down: retried by recorded attempt with growing pauses, then parked with the last error', async () => {
  const target = await startTarget(() => {});
  target.goDown();
  const world = await startWorld({ target, forms: [testForm(target)], params: PARAMS });
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  const parked = await until('the parked message', async () => {
    const all = await world.parked();
    return all[0];
  });
  assert.deepEqual(
    world.dispositions().map(({ disposition }) => disposition),
    ['retry', 'retry', 'parked'],
  );
  assert.deepEqual(
    world
      .dispositions()
      .slice(0, 2)
      .map(({ afterMs }) => afterMs),
    [200, 400],
  );
  assert.equal(parked.reason, 'attempts');
  assert.match(parked.errors[0]?.message ?? '', /could not be loaded/);
  const record = await world.record(parked.key ?? '');
  // redriven, it starts anew
  assert.deepEqual([record.phase, record.attempt], ['open', '0']);
});

test('down between page and submit: proven unsent, retried, then sent once', async () => {
  let posts = 0;
  const target = await startTarget((seen, response) => {
    if (seen.method !== 'POST') return html(response, posts === 0 ? PAGE.replace('/submit', dead) : PAGE);
    posts++;
    return html(response, RECEIPT);
  });
  const gone = await startTarget(() => {});
  gone.goDown();
  const dead = `${gone.url}/submit`;
  let pages = 0;
  const form = testForm(target, {
    fill: async (page, { name }) => {
      await page.locator('input').fill(name);
      if (++pages > 1) await page.locator('form').evaluate((node) => node.setAttribute('action', '/submit'));
    },
  });
  const world = await startWorld({ target, forms: [form], params: PARAMS });
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  await until('an empty queue', async () => (await world.left()) === 0);
  assert.deepEqual(
    world.dispositions().map(({ disposition }) => disposition),
    ['retry', 'done'],
  );
  assert.equal(posts, 1);
});
