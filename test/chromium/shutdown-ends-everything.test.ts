import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { browserPid, isAlive, ownTemporaryFolder, processesWith, warmBrowser } from './support.ts';

const temporary = ownTemporaryFolder();

test('close ends all browsers, whatever loans are open, and no further context is given', async () => {
  const browser = warmBrowser({ limits: { maxUses: 1 } });
  const loans = [await browser.newContext(), await browser.newContext()];
  const pids = await Promise.all(loans.map((loan) => browserPid(loan.context)));
  await browser.close();
  assert.deepEqual(pids.filter(isAlive), []);
  assert.ok(loans.every((loan) => loan.gone.aborted));
  assert.deepEqual(readdirSync(temporary), []);
  await assert.rejects(browser.newContext(), /has been shut down/);
  await Promise.all(loans.map((loan) => loan.close()));
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
  const loan = await browser.newContext();
  const pid = await browserPid(loan.context);
  process.kill(pid, 'SIGSTOP');
  const startedAt = performance.now();
  await browser.close();
  assert.ok(performance.now() - startedAt < 1_200);
  assert.equal(isAlive(pid), false);
});
