import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { WarmBrowser } from '../../lib/chromium/browser.ts';
import { launchBrowser } from '../../lib/chromium/launch.ts';
import { limits } from '../../lib/chromium/limits.ts';
import type { BorrowedContext } from '../../lib/chromium/shared.ts';
import type { Browsers } from '../../lib/senders/gated-context.ts';
import { browserPid, eventually, isAlive, processesWith } from '../chromium/support.ts';
import { sharedBrowser, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

test('its launch hangs time after time: retried, no attempt burnt, no process left; later sent once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sekali-hangs-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const executablePath = join(folder, 'hangs');
  writeFileSync(executablePath, '#!/bin/sh\nsleep 600\n', { mode: 0o700 });
  let hung = 0;
  const warm = new WarmBrowser({
    // Twice to find out about this host, then twice for the context.
    launch: (options) =>
      hung++ < 4
        ? launchBrowser({
            ...options,
            chromium: { executablePath, env: {} },
            limits: { ...limits, launchTimeoutMs: 300 },
          })
        : launchBrowser(options),
    onFallback: () => {},
  });
  after(() => warm.close());
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : PAGE),
  );
  // One attempt is all that there is.
  const params = { backoffBaseMs: 200, maxAttempts: 1 };
  const world = await startWorld({ target, forms: [testForm(target)], browsers: warm, params });
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  await until('an empty queue', async () => (await world.left()) === 0);
  const [first, second] = world.dispositions();
  assert.match(String(first?.why), /^No browser context, twice: .*Timeout 300ms exceeded/s);
  assert.deepEqual([first?.disposition, second?.disposition], ['retry', 'done']);
  const [key = ''] = await world.keys();
  assert.equal((await world.record(key)).attempt, '1');
  assert.deepEqual(processesWith(executablePath), []);
  assert.equal(target.count('POST'), 1);
});

/** A worker whose browser is suspended while the answer to the POST is on its way. */
async function suspendedBy(answer: { readonly type: string; readonly body: string }) {
  let loan: BorrowedContext | undefined;
  const browsers: Browsers = {
    async newContext(options, prepare) {
      loan = await sharedBrowser.newContext(options, prepare);
      return loan;
    },
  };
  let pid = 0;
  const target = await startTarget((seen, response) => {
    if (seen.method !== 'POST') return html(response, PAGE);
    process.kill(pid, 'SIGSTOP');
    return response.writeHead(200, { 'content-type': answer.type }).end(answer.body);
  });
  const form = testForm(target, {
    receipt: ({ text, $ }) => $('#receipt') ?? /receipt \d/.exec(text)?.[0],
    timeouts: { proofMs: 3_000 },
    async fill(page, { name }) {
      await page.locator('input').fill(name);
      pid = await browserPid(page.context());
    },
  });
  const world = await startWorld({ target, forms: [form], browsers });
  await world.send(message({ name: 'Ana' }));
  world.startPolling();
  await until('the delivery', () => world.dispositions().length > 0);
  const [key = ''] = await world.keys();
  await eventually(() => !isAlive(pid), 'the hung browser is killed', 10_000);
  return {
    phase: (await world.record(key)).phase,
    disposition: world.dispositions()[0]?.disposition,
    posts: target.count('POST'),
  };
}

test('it hangs when the proof is in hand: submitted all the same, and closed by force', async () => {
  const end = await suspendedBy({ type: 'text/plain', body: 'receipt 1' });
  assert.deepEqual(end, { phase: 'submitted', disposition: 'done', posts: 1 });
});

test('it hangs with the proof on its way to the page: unknown, parked, one POST', async () => {
  const end = await suspendedBy({ type: 'text/html', body: RECEIPT });
  assert.deepEqual(end, { phase: 'unknown', disposition: 'parked', posts: 1 });
});
