import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Form } from '../../lib/form/define.ts';
import { httpForm } from '../support/http-run.ts';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget, type Target } from '../support/target.ts';

const SENDERS: Record<string, (target: Target) => Form> = {
  direct: (target) => testForm(target),
  browser: (target) => testForm(target, { sender: 'browser' }),
  http: (target) => httpForm(target),
};

for (const [sender, formOn] of Object.entries(SENDERS)) {
  for (const headers of [{}, { location: '' }]) {
    test(`${sender}: 307 with the headers ${JSON.stringify(headers)}: one POST, judged as it came`, async () => {
      const target = await startTarget(({ method }, response) => {
        if (method !== 'POST') return html(response, PAGE);
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        return html(response, RECEIPT, 307);
      });
      assert.equal((await drive(formOn(target), target)).kind, 'submitted');
      assert.equal(target.count('POST'), 1);
    });
  }
}
