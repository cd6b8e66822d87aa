import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserPid, fired, ownTemporaryFolder, warmBrowser } from './support.ts';

ownTemporaryFolder();
const browser = warmBrowser();

test('gone fires soon after the browser was killed, and the next loan works', async () => {
  const loan = await browser.newContext();
  assert.equal(loan.gone.aborted, false);
  const pid = await browserPid(loan.context);
  const killedAt = performance.now();
  process.kill(pid, 'SIGKILL');
  await fired(loan.gone);
  assert.ok(performance.now() - killedAt < 1_000);
  assert.match(String(loan.gone.reason), /browser has ended/);
  await loan.close();

  const next = await browser.newContext();
  assert.notEqual(await browserPid(next.context), pid);
  assert.equal(await next.page.evaluate('1 + 1'), 2);
  await next.close();
  assert.equal(next.gone.aborted, false, 'closing is not a loss');
});

test('gone fires when a page crashes, for its loan alone, and the browser stays', async () => {
  const [loan, other] = await Promise.all([browser.newContext(), browser.newContext()]);
  const crashed = loan.page.goto('chrome://crash');
  await Promise.all([fired(loan.gone), assert.rejects(crashed)]);
  assert.match(String(loan.gone.reason), /page of the browser has crashed/);
  assert.equal(other.gone.aborted, false);
  assert.equal(await other.page.evaluate('1 + 1'), 2);
  await loan.close();
  assert.equal(await other.page.evaluate('1 + 2'), 3);
  await other.close();
});
