import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserPid, isAlive, ownTemporaryFolder, warmBrowser } from './support.ts';

ownTemporaryFolder();

test('a loan of a hung browser closes within 3.5 s and the process is dead', async () => {
  const browser = warmBrowser();
  const loan = await browser.newContext();
  const pid = await browserPid(loan.context);
  process.kill(pid, 'SIGSTOP');
  const startedAt = performance.now();
  await loan.close();
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs > 2_900 && tookMs < 3_500, `took ${tookMs} ms`);
  assert.equal(isAlive(pid), false);

  const next = await browser.newContext();
  assert.notEqual(await browserPid(next.context), pid);
  await next.close();
});

test('the submission beside it keeps its browser until it has ended itself', async () => {
  const browser = warmBrowser({ limits: { closeTimeoutMs: 300 } });
  const [hung, beside] = await Promise.all([browser.newContext(), browser.newContext()]);
  const pid = await browserPid(hung.context);
  process.kill(pid, 'SIGSTOP');
  await hung.close();
  process.kill(pid, 'SIGCONT');
  assert.equal(await beside.page.evaluate('1 + 1'), 2);
  assert.equal(beside.gone.aborted, false);

  const next = await browser.newContext();
  assert.notEqual(await browserPid(next.context), pid, 'no further loan of the hung browser');
  await beside.close();
  assert.equal(isAlive(pid), false);
  await next.close();
});
