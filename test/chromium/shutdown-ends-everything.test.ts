import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { browserPid, isAlive, ownTemporaryFolder, processesWith, warmBrowser } from './support.ts';

const temporary = ownTemporaryFolder();

test('close ends all browsers, whatever leases are open, and no further context is given', async () => {
  const browser = warmBrowser({ limits: { maxUses: 1 } });
  const leases = [await browser.newContext(), await browser.newContext()];
  const pids = await Promise.all(leases.map((lease) => browserPid(lease.context)));
  await browser.close();
  assert.deepEqual(pids.filter(isAlive), []);
  assert.ok(leases.every((lease) => lease.gone.aborted));
  assert.deepEqual(readdirSync(temporary), []);
  await assert.rejects(browser.newContext(), /has been shut down/);
  await Promise.all(leases.map((lease) => lease.close()));
});

test('close ends a browser that is only just being launched', async () => {
  const browser = warmBrowser();
  const starting = browser.start();
  const refused = assert.rejects(starting);
  await browser.close();
  await refused;
  assert.deepEqual(processesWith(temporary), []);
  assert.deepEqual(readdirSync(temporary), []);
});

test('close is bounded when a browser hangs', async () => {
  const browser = warmBrowser({ limits: { closeTimeoutMs: 500 } });
  const lease = await browser.newContext();
  const pid = await browserPid(lease.context);
  process.kill(pid, 'SIGSTOP');
  const startedAt = performance.now();
  await browser.close();
  assert.ok(performance.now() - startedAt < 1_200);
  assert.equal(isAlive(pid), false);
});
