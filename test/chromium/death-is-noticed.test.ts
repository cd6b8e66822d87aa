import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserPid, fired, ownTemporaryFolder, warmBrowser } from './support.ts';

ownTemporaryFolder();
const browser = warmBrowser();

test('gone fires soon after the browser was killed, and the next lease works', async () => {
  const lease = await browser.newContext();
  assert.equal(lease.gone.aborted, false);
  const pid = await browserPid(lease.context);
  const killedAt = performance.now();
  process.kill(pid, 'SIGKILL');
  await fired(lease.gone);
  assert.ok(performance.now() - killedAt < 1_000);
  assert.match(String(lease.gone.reason), /browser has ended/);
  await lease.close();

  const next = await browser.newContext();
  assert.notEqual(await browserPid(next.context), pid);
  assert.equal(await next.page.evaluate('1 + 1'), 2);
  await next.close();
  assert.equal(next.gone.aborted, false, 'closing is not a loss');
});

test('gone fires when a page crashes, for its lease alone, and the browser stays', async () => {
  const [lease, other] = await Promise.all([browser.newContext(), browser.newContext()]);
  const crashed = lease.page.goto('chrome://crash');
  await Promise.all([fired(lease.gone), assert.rejects(crashed)]);
  assert.match(String(lease.gone.reason), /page of the browser has crashed/);
  assert.equal(other.gone.aborted, false);
  assert.equal(await other.page.evaluate('1 + 1'), 2);
  await lease.close();
  assert.equal(await other.page.evaluate('1 + 2'), 3);
  await other.close();
});
