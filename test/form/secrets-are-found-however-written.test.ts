import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineForm } from '../../lib/form/define.ts';
import { secretsOf } from '../../lib/form/secrets.ts';

const form = defineForm({
  name: 'f',
  allow: ['target.example'],
  fields: z.strictObject({ name: z.string(), hidden: z.unknown() }),
  identity: ['name'],
  secret: ['hidden'],
  url: () => 'https://target.example/',
  label: () => '',
  fill: async () => {},
  submit: (page) => page.locator('button'),
  receipt: () => undefined,
});

const hide = (hidden: unknown, text: string) => secretsOf(form, { name: 'Ana', hidden }).hide(text);

test('a value in any writing: case, accents, masks, groups, lines, encodings', () => {
  const ID = '3174 0123-4567';
  for (const shown of [
    ID,
    '317401234567',
    '31.74.01.23.45.67',
    '3174\n0123\t4567',
    '3174%200123-4567',
    '3174%25200123%2D4567',
    '3174+0123-4567',
    '%33%31%37%34%30%31%32%33%34%35%36%37',
    '3174\\u00200123-4567',
    '&#51;&#x31;74 0123-4567',
    '３１７４ ０１２３ ４５６７',
  ]) {
    assert.equal(hide(ID, `Id ${shown}, thank you`), 'Id …, thank you', shown);
  }
  for (const shown of [
    'Ángela Müßig',
    'ANGELA MÜSSIG',
    '%C3%81ngela+M%C3%BC%C3%9Fig',
    '%C1ngela M%FC%DFig',
    'A\u0301ngela Müßig',
  ]) {
    assert.equal(hide('Ángela Müßig', `<b>${shown}</b>`), '<b>…</b>', shown);
  }
  assert.equal(hide('p@$$wörd"!', 'fill("p@$$wörd\\"!")'), 'fill("…")');
  assert.equal(hide('p@$$wörd"!', 'q=p%40%24%24w%C3%B6rd%22!&x=1'), 'q=…&x=1');
});

test('punctuation alone is found as it stands', () => {
  assert.equal(hide('#!?*', 'the word #!?* and #%21%3F* and !?'), 'the word … and … and !?');
  assert.equal(hide('!!key!!', 'the !!key!!.'), 'the ….');
});

test('a short value is hidden where it stands by itself, not inside of words', () => {
  assert.equal(hide('7', 'seat 7, row 17, 7th, (7)'), 'seat …, row 17, 7th, (…)');
  assert.equal(hide('NO', 'no, nothing, No.'), '…, nothing, ….');
  assert.equal(hide('123', 'order 51234'), 'order 5…4');
});

test('numbers, dates, several lines, and everything inside of a secret', () => {
  assert.equal(hide(1234567, 'Rp 1.234.567,00'), 'Rp …,00');
  assert.equal(hide(new Date('1990-01-31'), 'born 1990/01/31'), 'born …');
  assert.equal(hide('first line\nsecond line', 'it said: second line'), 'it said: …');
  assert.equal(hide({ card: ['4111 1111 1111 1111', { cvv: 937 }] }, '4111111111111111 937'), '… …');
});

test('yes and no, nothing and blanks hide nothing', () => {
  for (const value of [true, null, undefined, '', '  ', {}]) {
    assert.equal(hide(value, 'true, null and undefined'), 'true, null and undefined');
  }
  assert.equal(secretsOf(form, { name: 'Ana' }).none, true);
  assert.equal(secretsOf(form, { hidden: 'x1' }).none, false);
});

test('the time it takes grows with the text alone, whatever a page writes to make it long', () => {
  const secret = 'ab'.repeat(30);
  const text = '%ab%ab'.repeat(20_000);
  const startedAt = performance.now();
  hide(secret, text);
  assert.ok(performance.now() - startedAt < 2_000);
});
