import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { WarmBrowser } from '../../lib/chromium/browser.ts';
import { launchBrowser } from '../../lib/chromium/launch.ts';
import { drive, testForm } from '../support/run.ts';
import { html, RECEIPT, startTarget } from '../support/target.ts';

/*
 * The packaged Chromium gives frames of other sites no process of their own, unless a site asks for it, or a later version does
 * so by itself. Here it is told to.
 */
const folder = await mkdtemp(join(tmpdir(), 'isolating-'));
after(() => rm(folder, { recursive: true, force: true }));
const isolating = new WarmBrowser({
  onFallback: (reason) => assert.fail(reason),
  async launch(options) {
    const executablePath = join(folder, 'chromium');
    await writeFile(
      executablePath,
      `#!/bin/sh\nexec "${options.chromium.executablePath}" "$@" --site-per-process\n`,
    );
    await chmod(executablePath, 0o755);
    return launchBrowser({ ...options, chromium: { ...options.chromium, executablePath } });
  },
});
after(() => isolating.close());

const WIDGET = '<form method="post" action="/pay"><input name="name"><button>Pay</button></form>';
const SUBMISSION = { method: 'POST', path: '/pay' };

/** A page with a frame of another site in it. */
async function around(frame: string, page = '', paid = '') {
  const target = await startTarget(({ method, path, headers }, response) => {
    if (method === 'POST') return html(response, paid);
    if (path === '/frame') return html(response, frame);
    const there = `http://localhost:${headers.host?.split(':')[1]}/frame`;
    return html(response, `${page}<iframe src="${there}"></iframe>`);
  });
  return target;
}

/** @throws Error where the frame is in the process of its page */
const isApart = async (page: Page) => {
  const [, frame] = page.frames();
  assert.ok(frame);
  await page.context().newCDPSession(frame);
};

async function paying(paid: string) {
  const target = await around(WIDGET, '', paid);
  const form = testForm(target, {
    allow: ['127.0.0.1', 'localhost'],
    submission: SUBMISSION,
    fill: async (page, { name }) => {
      await page.frameLocator('iframe').locator('input').fill(name);
      await isApart(page);
    },
    submit: (page) => page.frameLocator('iframe').locator('button'),
    expired: (answer) => answer.$('.expired'),
  });
  const { kind } = await drive(form, target, { browsers: isolating });
  assert.equal(target.count('POST'), 1);
  return kind;
}

test('the answer to a POST in one is judged there', async () => {
  assert.equal(await paying(RECEIPT), 'submitted');
  assert.equal(await paying('<p id="refused">Declined</p>'), 'refused');
  assert.equal(await paying('<p class="expired">Too late</p>'), 'expired');
});

test('what one shows that did not answer before the send may have been there: it proves nothing', async () => {
  const busy = `${RECEIPT}<script>setTimeout(() => { const end = Date.now() + 5_000; while (Date.now() < end); }, 300)</script>`;
  const page = `<input name="name"><button onclick="fetch('/pay', { method: 'POST' })">Send</button>`;
  const target = await around(busy, page);
  const form = testForm(target, {
    allow: ['127.0.0.1', 'localhost'],
    submission: SUBMISSION,
    fill: async (page, { name }) => {
      await page.locator('input').fill(name);
      await isApart(page);
    },
  });
  assert.equal((await drive(form, target, { browsers: isolating, proofMs: 5_000 })).kind, 'noProof');
  assert.equal(target.count('POST'), 1);
});
