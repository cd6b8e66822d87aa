import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserPid, eventually, isAlive, ownTemporaryFolder, warmBrowser } from './support.ts';

ownTemporaryFolder();

test('after its last use, once the loans still open in it are closed', async () => {
  const browser = warmBrowser({ limits: { maxUses: 2 } });
  const first = await browser.newContext();
  const second = await browser.newContext();
  const pid = await browserPid(first.context);
  assert.equal(await browserPid(second.context), pid);

  const third = await browser.newContext();
  assert.notEqual(await browserPid(third.context), pid);
  await second.close();
  assert.ok(isAlive(pid));
  assert.equal(await first.page.evaluate('1 + 1'), 2);
  await first.close();
  assert.equal(isAlive(pid), false);
  await third.close();
});

test('not beyond its last use when several ask at once', async () => {
  const browser = warmBrowser({ limits: { maxUses: 1 } });
  const loans = await Promise.all([1, 2, 3].map(() => browser.newContext()));
  const pids = await Promise.all(loans.map((loan) => browserPid(loan.context)));
  assert.equal(new Set(pids).size, 3);
  await Promise.all(loans.map((loan) => loan.close()));
  assert.deepEqual(pids.filter(isAlive), []);
});

test('when it is too old', async () => {
  let nowMs = 0;
  const browser = warmBrowser({ now: () => nowMs, limits: { maxAgeMs: 1_000 } });
  const young = await browser.newContext();
  const pid = await browserPid(young.context);
  nowMs = 1_000;
  const stillYoung = await browser.newContext();
  assert.equal(await browserPid(stillYoung.context), pid);
  await young.close();
  nowMs = 1_001;
  assert.ok(isAlive(pid), 'nothing is retired by itself');
  const next = await browser.newContext();
  assert.notEqual(await browserPid(next.context), pid);
  assert.equal(await stillYoung.page.evaluate('1 + 1'), 2, 'an open loan keeps its browser');
  await stillYoung.close();
  assert.equal(isAlive(pid), false);
  await next.close();
});

test('when it no longer answers', async () => {
  const browser = warmBrowser({ limits: { healthTimeoutMs: 300 } });
  const loan = await browser.newContext();
  const pid = await browserPid(loan.context);
  await loan.close();
  process.kill(pid, 'SIGSTOP');
  const startedAt = performance.now();
  const next = await browser.newContext();
  // To open a context in it would fail as well, after 15 s.
  assert.ok(performance.now() - startedAt < 10_000);
  assert.notEqual(await browserPid(next.context), pid);
  await eventually(() => !isAlive(pid), 'the stopped browser is killed');
  await next.close();
});
