import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { choose } from '../../lib/form/index.ts';
import { fillIn } from './support.ts';

/** A list whose only option shows, and sends, something else perhaps. */
const list = (option: string, shows: string, label = '') => `<div><span>${label}</span>
  <div role="combobox" aria-label="Place" tabindex="0" onclick="list.hidden = false" id="shown">-</div></div>
  <input type="hidden" name="place" id="sent"><ul role="listbox" id="list" hidden><li role="option"
    onclick="list.hidden = true; shown.innerHTML = '${shows}'; sent.value = shown.innerText">${option}</li></ul>`;

const place = (page: Page) => page.getByRole('combobox', { name: 'Place' });

test('a longer option that holds the name of the one that was chosen: stops before the submit', async () => {
  const { posts, thrown } = await fillIn(list('Bali', 'Bali Utara'), (page) => choose(place(page), 'Bali'));
  assert.equal(posts, 0);
  assert.match(String(thrown), /MisfitError: Place: the field does not show/);
});

test('a label that names the choice does not make it one', async () => {
  const controls = list('Yes', 'No', 'Yes or no?');
  const { posts, thrown } = await fillIn(controls, (page) => choose(place(page), 'Yes'));
  assert.equal(posts, 0);
  assert.match(String(thrown), /MisfitError: Place: the field does not show/);
});

test('an open list shows all its options: only the selected one is the choice', async () => {
  const controls = `<ul role="listbox" aria-label="Place"><li role="option" aria-selected="false">Bali</li></ul>`;
  const { posts, thrown } = await fillIn(controls, (page) => choose(page.getByRole('listbox'), 'Bali'));
  assert.equal(posts, 0);
  assert.match(String(thrown), /MisfitError: Place: the field does not show/);
});

test('of two open lists with the same option neither is guessed', async () => {
  const open = '<ul role="listbox"><li role="option">Yes</li></ul>';
  const { posts } = await fillIn(open + list('Yes', 'Yes'), async (page) => {
    page.setDefaultTimeout(700);
    await choose(place(page), 'Yes');
  });
  assert.equal(posts, 0);
});

test('a choice in parts, beside a sign that clears it', async () => {
  const { sent } = await fillIn(list('Bali', '<span><b>Ba</b>li</span><i>×</i>'), (page) =>
    choose(place(page), 'Bali'),
  );
  assert.equal(sent.get('place'), 'Bali×');
});
