import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

const LEASE = { leaseTtlMs: 2_000, heartbeatMs: 500, abortMarginMs: 300, backoffBaseMs: 300 };

test('the event loop is blocked for 1.5 x the lease after filling: the stale run sends nothing, the next one once', async () => {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : PAGE),
  );
  let runs = 0;
  const form = testForm(target, {
    fill: async (page, { name }) => {
      await page.locator('input').fill(name);
      if (++runs > 1) return;
      const until = performance.now() + 1.5 * LEASE.leaseTtlMs;
      while (performance.now() < until);
    },
  });
  const world = await startWorld({ target, forms: [form], params: LEASE });
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  const first = await until('the stale run', () => world.dispositions()[0]);
  assert.equal(first.disposition, 'retry');
  assert.match(String(first.why), /lease/);
  assert.equal(target.count('POST'), 0);

  await until('an empty queue', async () => (await world.left()) === 0);
  assert.equal(runs, 2);
  assert.equal(target.count('POST'), 1);
});
