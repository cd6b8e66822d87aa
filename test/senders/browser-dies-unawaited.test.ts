import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserPid } from '../chromium/support.ts';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, startTarget } from '../support/target.ts';

test('killed while the form waits on something else than the page: the run ends at once', async () => {
  const target = await startTarget((_, response) => html(response, PAGE));
  const form = testForm(target, {
    async fill(page) {
      process.kill(await browserPid(page.context()), 'SIGKILL');
      await new Promise(() => {});
    },
  });
  await assert.rejects(drive(form, target), /the browser crashed or was killed/);
  assert.equal(target.count('POST'), 0);
});
