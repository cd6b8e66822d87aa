import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enter } from '../../lib/form/index.ts';
import { fillIn } from './support.ts';

const fieldThat = (onblur: string) => `<label>City <input name="city" onblur="${onblur}"></label>`;

test('a field that takes another value when it is left, by the click at the latest, stops before the submit', async () => {
  const { posts, thrown } = await fillIn(fieldThat(`this.value = 'Bandung'`), (page) =>
    enter(page.getByLabel('City'), 'Jakarta'),
  );
  assert.equal(posts, 0);
  assert.match(String(thrown), /MisfitError: City: the field does not show/);
});

test('one that takes what was typed only from keys is filled once more', async () => {
  const typed = `if (!this.typed) this.value = ''" onkeydown="this.typed = true`;
  const { sent } = await fillIn(fieldThat(typed), (page) => enter(page.getByLabel('City'), 'Jakarta'));
  assert.equal(sent.get('city'), 'Jakarta');
});

test('one that groups its digits when it is left is sent as it shows them', async () => {
  const { sent } = await fillIn(fieldThat(`this.value = '1.500.000'`), (page) =>
    enter(page.getByLabel('City'), '1500000'),
  );
  assert.equal(sent.get('city'), '1.500.000');
});
