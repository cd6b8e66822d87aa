import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { launchBrowser } from '../../lib/chromium/launch.ts';
import { limits } from '../../lib/chromium/limits.ts';
import {
  browserPid,
  eventually,
  isAlive,
  ownTemporaryFolder,
  processesWith,
  warmBrowser,
} from './support.ts';

const temporary = ownTemporaryFolder();

/** Launches for real, after `before` was asked with the number of the launch, from 1. */
function counting(before: (launch: number) => void): typeof launchBrowser {
  let launches = 0;
  return async (options) => {
    launches += 1;
    before(launches);
    return launchBrowser(options);
  };
}

test('a launch that fails once, then works', async () => {
  const fails = (launch: number) => {
    if (launch === 2) throw new Error('cannot fork');
  };
  const browser = warmBrowser({ launch: counting(fails), limits: { maxUses: 1 } });
  const first = await browser.newContext();
  const second = await browser.newContext();
  assert.equal(await second.page.evaluate('1 + 1'), 2);
  await Promise.all([first.close(), second.close()]);
});

test('a launch that fails twice is reported, and the next call starts afresh', async () => {
  const fails = (launch: number) => {
    if (launch === 2 || launch === 3) throw new Error(`cannot fork (${launch})`);
  };
  const browser = warmBrowser({ launch: counting(fails), limits: { maxUses: 1 } });
  const first = await browser.newContext();
  await assert.rejects(browser.newContext(), /twice: cannot fork \(2\); cannot fork \(3\)/);
  const second = await browser.newContext();
  await Promise.all([first.close(), second.close()]);
});

test('a context that does not open makes way for a fresh browser', async () => {
  const browser = warmBrowser({ limits: { openTimeoutMs: 500 } });
  const loan = await browser.newContext();
  const pid = await browserPid(loan.context);
  await loan.close();
  // It hangs only after it was found healthy.
  const hanging = loan.context.browser();
  assert.ok(hanging);
  const open = hanging.newContext.bind(hanging);
  hanging.newContext = (options) => {
    process.kill(pid, 'SIGSTOP');
    return open(options);
  };
  const next = await browser.newContext();
  assert.notEqual(await browserPid(next.context), pid);
  assert.equal(isAlive(pid), false);
  await next.close();
});

test('a launch that hangs is given up at its deadline and leaves no process and no folder', async () => {
  const executablePath = join(temporary, 'hangs');
  writeFileSync(executablePath, '#!/bin/sh\nsleep 60\n', { mode: 0o700 });
  const before = readdirSync(temporary);
  const startedAt = performance.now();
  const launching = launchBrowser({
    chromium: { executablePath, env: {} },
    limits: { ...limits, launchTimeoutMs: 500 },
    inOneProcess: false,
  });
  await assert.rejects(launching, /Timeout 500ms exceeded/);
  assert.ok(performance.now() - startedAt < 1_500);
  assert.deepEqual(processesWith(executablePath), []);
  // Playwright removes its own folder a little after its process has ended.
  await eventually(() => readdirSync(temporary).join() === before.join(), 'no folder is left');
});
