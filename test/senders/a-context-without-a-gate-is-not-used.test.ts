import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BrowserError, type Browsers } from '../../lib/senders/gated-context.ts';
import { drive, sharedBrowser, testForm } from '../support/run.ts';
import { html, PAGE, startTarget } from '../support/target.ts';

test('whoever hands out contexts and forgets the gate stops the run before its first request', async () => {
  const target = await startTarget((_, response) => html(response, PAGE));
  const browsers: Browsers = { newContext: (options) => sharedBrowser.newContext(options) };
  await assert.rejects(drive(testForm(target), target, { browsers }), BrowserError);
  assert.deepEqual(target.seen, []);
});
