import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drive, testForm } from '../support/run.ts';
import { html, startTarget } from '../support/target.ts';

test('a field that cannot be filled: the error names the control, never the value', async () => {
  const target = await startTarget((_, response) =>
    html(response, '<input name="name" disabled><button>Send</button>'),
  );
  const form = testForm(target, { fill: (page) => page.locator('input[name=name]').fill('3174-secret') });
  await assert.rejects(drive(form, target, { actionMs: 300 }), (error: unknown) => {
    const text = String(error);
    assert.match(text, /waiting for locator\('input\[name=name\]'\)/);
    assert.doesNotMatch(text, /secret/);
    return true;
  });
});
