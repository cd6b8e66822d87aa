import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectForm, inspectPage, startPages } from './support.ts';

const target = await startPages();

const REASONS: Readonly<Record<string, RegExp>> = {
  '/captcha': /a challenge that only people may pass \(recaptcha\)/,
  '/login': /this is a login/,
  '/wizard': /the form goes on over more pages/,
  '/unlabelled': /no label says what "x1", "x2" is for/,
  '/two': /2 forms of about the same size/,
  '/invalid': /"Code" could not be filled in.*\n.*the page does not accept code/,
};
for (const [path, reason] of Object.entries(REASONS)) {
  test(`${path} needs a person`, async () => {
    const { needsPerson } = await inspectForm(target, path);
    assert.match(needsPerson.join('\n'), reason);
  });
}

for (const path of ['/plain', '/json', '/cascading', '/frame', '/shadow', '/drawn', '/every-kind']) {
  test(`${path} needs none`, async () => {
    const { needsPerson } = await inspectForm(target, path);
    assert.deepEqual(needsPerson, []);
  });
}

test('a draft that a script saves needs a person only where scripts run', async () => {
  const { needsPerson, click } = await inspectForm(target, '/draft');
  assert.deepEqual(needsPerson, []);
  assert.deepEqual(
    click?.requests.filter(({ when }) => when === 'filling').map(({ url }) => new URL(url).pathname),
    ['/draft'],
  );
});

test('a page with nothing to fill in is no form, and its words are shown', async () => {
  const page = await inspectPage(target, '/nothing');
  assert.equal(page.form, undefined);
  assert.match(page.text, /back at nine/);
});
