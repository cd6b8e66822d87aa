import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LaunchOptions, launchBrowser } from '../../lib/chromium/launch.ts';
import { browserPid, isAlive, ownTemporaryFolder, warmBrowser } from './support.ts';

ownTemporaryFolder();

test('where the probe fails each submission gets a browser of its own', async () => {
  const asked: LaunchOptions[] = [];
  const reasons: string[] = [];
  // In one process Chromium really does die, or hang, at the second context.
  const launch = (options: LaunchOptions) => {
    asked.push(options);
    return launchBrowser({ ...options, inOneProcess: true });
  };
  const browser = warmBrowser({
    launch,
    onFallback: (reason) => reasons.push(reason),
    limits: { openTimeoutMs: 2_000 },
  });
  await browser.start();
  assert.equal(reasons.length, 1);
  assert.match(String(reasons[0]), /closed|did not survive|took longer/);
  assert.equal(asked.length, 2, 'probed twice, for a failure may be a passing one');

  const [first, second] = await Promise.all([browser.newContext(), browser.newContext()]);
  const pids = [await browserPid(first.context), await browserPid(second.context)];
  assert.notEqual(pids[0], pids[1]);
  for (const loan of [first, second]) {
    await loan.page.setContent('<button onclick="this.textContent=`clicked`">click</button>');
    await loan.page.getByRole('button').click();
    assert.equal(await loan.page.getByRole('button').textContent(), 'clicked');
  }
  await Promise.all([first.close(), second.close()]);
  assert.deepEqual(pids.filter(isAlive), [], 'each ends with its submission');
  const third = await browser.newContext();
  await third.close();
  assert.deepEqual(
    asked.map((options) => options.inOneProcess),
    [false, false, true, true, true],
  );
  assert.equal(reasons.length, 1);
});
