import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose } from '../../lib/form/index.ts';
import { fillIn } from './support.ts';

const option = (value: string, label = value) => `<option value="${value}">${label}</option>`;
const select = (...options: string[]) =>
  `<label>Seats <select name="seats">${option('', '-')}${options.join('')}</select></label>`;
const radio = (value: string, label: string) =>
  `<label><input type="radio" name="seats" value="${value}">${label}</label>`;

const AMBIGUOUS: Record<string, string> = {
  'the value of one option is the label of another': select(option('0', '1'), option('1', '2')),
  'two options have the same label': select(option('11', '1'), option('22', '1')),
  'the value of one radio button is the label of another': `<fieldset aria-label="Seats">${radio('0', '1')}${radio('1', '2')}</fieldset>`,
};

for (const [what, controls] of Object.entries(AMBIGUOUS)) {
  test(`${what}: stops before the submit`, async () => {
    const { posts, thrown } = await fillIn(controls, (page) => choose(page.getByLabel('Seats').first(), '1'));
    assert.equal(posts, 0);
    assert.match(String(thrown), /Seats: several of its options have this value or label/);
  });
}

test('the same option twice, as lists have it that begin with the frequent ones, is one', async () => {
  const { sent } = await fillIn(select(option('1'), option('2'), option('1')), (page) =>
    choose(page.getByLabel('Seats'), '1'),
  );
  assert.equal(sent.get('seats'), '1');
});
