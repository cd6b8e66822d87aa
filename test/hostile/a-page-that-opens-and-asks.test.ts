import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { ONCE, receipt, runHostile, stops } from './hostile-pages.ts';

const submits = (script: string) => ({
  page: `${PAGE}<script>${script}</script>`,
  answer: receipt,
  ends: ONCE,
});

test('pages that open and ask for all sorts of things: sent once where the form is, or stopped', async (t) => {
  await runHostile(t, {
    'it asks for every permission': submits(
      `Notification.requestPermission(); navigator.geolocation.getCurrentPosition(() => {});
      navigator.mediaDevices?.getUserMedia({ video: true, audio: true }).catch(() => {});
      navigator.clipboard?.readText().catch(() => {}); document.documentElement.requestFullscreen().catch(() => {});`,
    ),
    'it prints itself': submits(`setInterval(print, 100)`),
    'its button opens a file chooser, goes full screen, and submits nothing': stops(
      `<form method="post" action="/submit"><input name="name"><input type="file" id="file"><button type="button"
      onclick="file.click(); document.body.requestFullscreen()">Send</button></form>`,
    ),
  });
});

test('however many popups it opens, few are open at a time', async () => {
  const target = await startTarget((_, response) =>
    html(response, `${PAGE}<script>setInterval(() => open('about:blank'), 1)</script>`),
  );
  let loaded = 0;
  let most = 0;
  const form = testForm(target, {
    async fill(page) {
      page.context().on('page', () => loaded++);
      for (let nth = 0; nth < 20; nth++) {
        most = Math.max(most, page.context().pages().length);
        await sleep(50);
      }
      throw new Error('seen enough');
    },
  });
  await assert.rejects(drive(form, target));
  assert.ok(most < 20, `${most} of ${loaded}`);
});

test('what it makes the browser download comes to no disk', async () => {
  const target = await startTarget(({ method, path }, response) => {
    if (path !== '/file') return html(response, method === 'POST' ? RECEIPT : `${PAGE}<a href="/file">x</a>`);
    return response.writeHead(200, { 'content-disposition': 'attachment; filename=a.txt' }).end('a');
  });
  let failure: string | null = null;
  const form = testForm(target, {
    async fill(page, { name }) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('a').click()]);
      failure = await download.failure();
      await page.locator('input').fill(name);
    },
  });
  assert.equal((await drive(form, target)).kind, 'submitted');
  assert.ok(failure);
});
