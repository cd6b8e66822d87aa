import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { answerFromHtml } from '../../lib/form/answer.ts';
import { defineForm } from '../../lib/form/define.ts';
import { judgeAfterSubmit, judgeBeforeSubmit } from '../../lib/form/proof.ts';

const form = defineForm({
  name: 'f',
  allow: ['target.example'],
  fields: z.strictObject({ name: z.string() }),
  identity: ['name'],
  url: () => 'https://target.example/',
  label: () => '',
  fill: async () => {},
  submit: (page) => page.locator('button'),
  receipt: (answer) => answer.$('.receipt'),
  already: (answer) => answer.$('.already'),
  expired: (answer) => answer.$('.expired'),
  notOpenYet: (answer) => answer.$('.soon'),
  refused: (answer) => answer.$('.refused'),
  challenge: (answer) => answer.$('.captcha'),
});

const CLASSES = ['receipt', 'already', 'expired', 'soon', 'refused', 'captcha'];
const page = (classes: readonly string[]) =>
  answerFromHtml({
    url: 'https://target.example/',
    status: 200,
    html: classes.map((name) => `<p class="${name}"> ${name} </p>`).join(''),
  });

test('after the submit: receipt, already, expired, not open yet, refused; whatever else is on the page', () => {
  const kinds = CLASSES.map((_, nth) => judgeAfterSubmit(form, page(CLASSES.slice(nth).reverse()))?.kind);
  assert.deepEqual(kinds, ['submitted', 'already', 'expired', 'notOpenYet', 'refused', undefined]);
});

test('before the submit: a challenge first, and neither a receipt nor an expired session proves anything', () => {
  assert.equal(judgeBeforeSubmit(form, page(CLASSES))?.kind, 'challenge');
  const rest = CLASSES.slice(0, -1);
  const kinds = rest.map((_, nth) => judgeBeforeSubmit(form, page(rest.slice(nth)))?.kind);
  assert.deepEqual(kinds, ['already', 'already', 'notOpenYet', 'notOpenYet', 'refused']);
});

test('a status alone proves nothing', () => {
  const answer = answerFromHtml({ url: 'https://target.example/', status: 500, html: '<h1>Error</h1>' });
  assert.equal(judgeAfterSubmit(form, answer), undefined);
});

test('the text is what a person reads, not scripts or styles', () => {
  const { text } = answerFromHtml({
    url: 'https://target.example/',
    status: 200,
    html: '<style>.a{}</style><script>var sold = "out"</script><h1>Thank\n you</h1><template>no</template>',
  });
  assert.equal(text, 'Thank you');
});
