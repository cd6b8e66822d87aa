import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => ({ createdAt: new Date(Date.now() - days * DAY_MS).toISOString() });

test('a message that says it is older than the ledger remembers: parked as stale, nothing sent; a younger one is sent', async () => {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : PAGE),
  );
  const world = await startWorld({ target, forms: [testForm(target)], params: { ledgerRetentionDays: 40 } });
  await world.send(message({ name: 'old' }, daysAgo(39.1)), message({ name: 'young' }, daysAgo(38.9)));
  world.startPolling();
  await until('an empty queue', async () => (await world.left()) === 0);
  assert.deepEqual(
    (await world.parked()).map(({ reason, body }) => [reason, JSON.parse(body).data.name]),
    [['stale', 'old']],
  );
  assert.deepEqual(
    target.seen.filter(({ method }) => method === 'POST').map(({ body }) => body),
    ['name=young'],
  );
  assert.equal((await world.keys()).length, 1);
});
