import assert from 'node:assert/strict';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Page } from 'playwright-core';
import { drive, sharedBrowser, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { disk, rerunOnDisk } from './disk.ts';
import { children, eventually } from './support.ts';

/** What Lambda gives. */
const DISK = '512m';
/** `SEKALI_TEST_LONG=1` for the long run. */
const [SUBMISSIONS, CRASH_EVERY] = process.env.SEKALI_TEST_LONG === '1' ? [100, 10] : [16, 4];

/** What dies of which signal, and when: in turn. */
const CRASHES = [
  { victim: 'browser', signal: 'SIGKILL', when: 'filling' },
  { victim: 'renderer', signal: 'SIGKILL', when: 'filling' },
  { victim: 'browser', signal: 'SIGABRT', when: 'held' },
  { victim: 'renderer', signal: 'SIGKILL', when: 'held' },
] as const;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

if (disk === undefined) rerunOnDisk(import.meta.filename, DISK, 'or any folder');
else tests(disk);

async function kill(page: Page | undefined, { victim, signal }: (typeof CRASHES)[number]): Promise<void> {
  const session = await page?.context().browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {};
  for (const { type, id } of processInfo) if (type === victim) process.kill(id, signal);
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((all, one) => all + one, 0);
}

function isBrowser(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--sekali-folder=');
  } catch {
    return false;
  }
}

function tests(folder: string): void {
  function spent() {
    collectGarbage();
    return {
      diskMb: bytesIn(folder) / 1e6,
      heapMb: process.memoryUsage().heapUsed / 1e6,
      residentMb: process.memoryUsage.rss() / 1e6,
      browsers: children().filter(isBrowser).length,
      entries: readdirSync(folder)
        .map((name) => name.replace(/[^-]*$/, ''))
        .sort(),
    };
  }

  test('submission after submission with crashes among them: disk, processes and memory stay as they are', async (t) => {
    const target = await startTarget((seen, response) =>
      html(response, seen.method === 'POST' ? RECEIPT : PAGE),
    );
    const ends: Record<string, number> = {};
    let halfway: ReturnType<typeof spent> | undefined;
    for (let nth = 1; nth <= SUBMISSIONS; nth++) {
      const crash =
        nth % CRASH_EVERY === 3 ? CRASHES[Math.floor(nth / CRASH_EVERY) % CRASHES.length] : undefined;
      let page: Page | undefined;
      const form = testForm(target, {
        async fill(filled, { name }) {
          page = filled;
          if (crash?.when === 'filling') await kill(page, crash);
          await page.locator('input').fill(name);
        },
      });
      const arm = async () => {
        if (crash?.when === 'held') await kill(page, crash);
      };
      const run = drive(form, target, { arm, proofMs: 20_000, actionMs: 20_000 });
      const end = await run.then(
        ({ kind }) => kind,
        () => 'failed',
      );
      ends[end] = (ends[end] ?? 0) + 1;
      if (nth === SUBMISSIONS / 2) halfway = spent();
    }
    const full = spent();
    t.diagnostic(JSON.stringify({ ends, halfway, full }));
    assert.ok(halfway);
    assert.ok(Math.abs(full.diskMb - halfway.diskMb) < 5, 'disk');
    assert.ok(full.heapMb - halfway.heapMb < 10, 'heap');
    // Node gives memory back when it likes.
    assert.ok(full.residentMb - halfway.residentMb < 120, 'resident memory');
    assert.deepEqual(full.entries, [
      'playwright_chromiumdev_profile-',
      'sekali-browser-',
      'sekali-chromium-0-',
    ]);
    assert.equal(full.browsers, 1);
    assert.ok((ends.submitted ?? 0) >= SUBMISSIONS * (1 - 1 / CRASH_EVERY), 'the next submission works');

    await sharedBrowser.close();
    await eventually(() => readdirSync(folder).length === 1, 'only the extracted Chromium stays');
    await eventually(() => children().length === 0, 'no process, no zombie');
  });
}
