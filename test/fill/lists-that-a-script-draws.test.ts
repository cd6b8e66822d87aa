import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose } from '../../lib/form/index.ts';
import { fillIn } from './support.ts';

const draw = `function draw(names, into) {
  document.querySelector('[role=listbox]')?.remove();
  const list = document.createElement('ul');
  list.setAttribute('role', 'listbox');
  for (const name of names) {
    const item = document.createElement('li');
    item.setAttribute('role', 'option');
    item.textContent = name;
    item.onclick = () => { list.remove(); into(name); };
    list.append(item);
  }
  document.body.append(list);
}`;

test('a button that opens a list', async () => {
  const controls = `<script>${draw}</script><input type="hidden" name="city">
<button type="button" role="combobox" aria-label="City" onclick="draw(['Jakarta', 'Jakarta Barat'], (name) => {
  this.textContent = name; document.querySelector('[name=city]').value = name; })">-</button>`;
  const { sent } = await fillIn(controls, (page) => choose(page.getByLabel('City'), 'Jakarta Barat'));
  assert.equal(sent.get('city'), 'Jakarta Barat');
});

test('an input that filters, and shows the choice beside itself', async () => {
  const controls = `<script>${draw}</script><input type="hidden" name="city">
<div><span id="shown"></span><input role="combobox" aria-label="City" oninput="if (this.value === 'Bandung')
  draw(['Bandung'], (name) => { this.value = ''; shown.textContent = name; document.querySelector('[name=city]').value = name; })"></div>`;
  const { sent } = await fillIn(controls, (page) => choose(page.getByLabel('City'), 'Bandung'));
  assert.equal(sent.get('city'), 'Bandung');
});

test('a list that takes another choice than the one clicked stops before the submit', async () => {
  const controls = `<script>${draw}</script>
<button type="button" role="combobox" aria-label="City" onclick="draw(['Jakarta', 'Bandung'], () => {
  this.textContent = 'Jakarta'; })">-</button>`;
  const { posts, thrown } = await fillIn(controls, (page) => choose(page.getByLabel('City'), 'Bandung'));
  assert.equal(posts, 0);
  assert.match(String(thrown), /MisfitError: City: the field does not show/);
});
