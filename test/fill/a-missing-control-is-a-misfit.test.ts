import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enter } from '../../lib/form/index.ts';
import { MisfitError } from '../../lib/submission/errors.ts';
import { drive, testForm } from '../support/run.ts';
import { html, startTarget } from '../support/target.ts';
import { fillIn } from './support.ts';

test('a control that is not there, or there twice, by helper or by Playwright', async () => {
  const twice = '<label>Name <input></label><label>Name <input></label>';
  for (const controls of ['', twice]) {
    const plain = await fillIn(controls, async (page) => {
      page.setDefaultTimeout(300);
      await page.getByLabel('Name').fill('x');
    });
    assert.ok(plain.thrown instanceof MisfitError, String(plain.thrown));
    const helped = await fillIn(controls, async (page) => {
      page.setDefaultTimeout(300);
      await enter(page.getByLabel('Name'), 'x');
    });
    assert.ok(helped.thrown instanceof MisfitError, String(helped.thrown));
    assert.match(helped.thrown.message, /Name/);
  }
});

test('one that is there and cannot be used is none', async () => {
  const { thrown } = await fillIn('<label>Name <input disabled></label>', async (page) => {
    page.setDefaultTimeout(300);
    await page.getByLabel('Name').fill('x');
  });
  assert.ok(thrown instanceof Error && !(thrown instanceof MisfitError), String(thrown));
});

test('nor is the page of a target that is down', async () => {
  const target = await startTarget((_, response) => html(response, 'down', 503));
  const form = testForm(target, {
    async fill(page) {
      page.setDefaultTimeout(300);
      await page.getByLabel('Name').fill('x');
    },
  });
  await assert.rejects(drive(form, target), (thrown) => !(thrown instanceof MisfitError));
});
