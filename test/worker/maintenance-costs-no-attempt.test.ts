import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpForm } from '../support/http-run.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

const PARAMS = { maxAttempts: 2, backoffBaseMs: 100, backoffMaxMs: 200 };
const DOWN = '<p id="down">Back at noon</p>';

test('a page in maintenance is tried again until it is back, and no attempt is burnt', async () => {
  let loads = 0;
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') return html(response, RECEIPT);
    loads += 1;
    return loads <= 8 ? html(response, DOWN, 503) : html(response, PAGE);
  });
  const waiting = { waiting: (answer: { $: (css: string) => string | undefined }) => answer.$('#down') };
  const timeouts = { waitingMs: 100 };
  const world = await startWorld({
    target,
    forms: [testForm(target, { ...waiting, timeouts }), httpForm(target, { ...waiting, name: 'by-http' })],
    params: PARAMS,
  });
  await world.send(message({ name: 'Ana' }), { ...message({ name: 'Bo' }), form: 'by-http' });
  world.startPolling({ maximumConcurrency: 2 });
  await until('both receipts', async () => (target.count('POST') === 2 ? true : undefined));
  const records = await until('both records', async () => {
    const all = await Promise.all((await world.keys()).map((key) => world.record(key)));
    return all.length === 2 && all.every(({ phase }) => phase === 'submitted') ? all : undefined;
  });
  assert.deepEqual(
    records.map(({ attempt }) => attempt),
    ['1', '1'],
  );
  const retries = world.dispositions().filter(({ disposition }) => disposition === 'retry');
  assert.ok(retries.length > PARAMS.maxAttempts);
  for (const { why } of retries) assert.match(String(why), /not open yet: Back at noon/);
});
