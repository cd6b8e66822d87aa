import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ParkError } from '../../lib/submission/errors.ts';
import { type HttpForm, httpForm } from '../support/http-run.ts';
import { drive } from '../support/run.ts';
import { html, PAGE, startTarget } from '../support/target.ts';

const PROOFS: HttpForm = {
  challenge: (answer) => answer.$('.captcha'),
  already: (answer) => answer.$('.already'),
  notOpenYet: (answer) => answer.$('.soon'),
};

async function look(page: string, status = 200) {
  const target = await startTarget((_, response) => html(response, page, status));
  const arm = async () => assert.fail('armed');
  return drive(httpForm(target, PROOFS), target, { arm });
}

test('a page that says how things stand: nothing is armed, nothing sent', async () => {
  assert.equal((await look(`<p class="already">You are in</p>${PAGE}`)).kind, 'already');
  assert.equal((await look(`<p class="soon">Opens at nine</p>${PAGE}`)).kind, 'notOpenYet');
  assert.equal((await look(`<p id="refused">Closed</p>${PAGE}`)).kind, 'refused');
  const challenge = look(`<p class="captcha">Are you human?</p>${PAGE}`);
  await assert.rejects(challenge, (thrown) => thrown instanceof ParkError && thrown.reason === 'challenge');
});

test('a target that is down refuses nobody', async () => {
  await assert.rejects(look('<p id="refused">Down</p>', 503), /the page answered 503/);
});
