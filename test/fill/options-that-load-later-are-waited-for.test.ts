import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose } from '../../lib/form/index.ts';
import { fillIn } from './support.ts';

const CASCADE = `
<label>Province <select name="province"><option value="">-<option>Bali<option>Banten</select></label>
<label>City <select name="city"><option value="">-</select></label>
<script>
  const CITIES = { Bali: ['Denpasar'], Banten: ['Serang', 'Tangerang'] };
  document.querySelector('[name=province]').onchange = ({ target }) => setTimeout(() => {
    document.querySelector('[name=city]').innerHTML = '<option value="">-' + CITIES[target.value].map((name) => '<option>' + name).join('');
  }, 300);
</script>`;

test('the city comes a moment after the province', async () => {
  const { sent } = await fillIn(CASCADE, async (page) => {
    await choose(page.getByLabel('Province'), 'Banten');
    await choose(page.getByLabel('City'), 'Tangerang');
  });
  assert.deepEqual([...sent.values()], ['Banten', 'Tangerang']);
});

test('an option that never comes is told with its field, without its value', async () => {
  const { thrown, posts } = await fillIn(CASCADE, async (page) => {
    page.setDefaultTimeout(500);
    await choose(page.getByLabel('Province'), 'Bali');
    await choose(page.getByLabel('City'), 'Tangerang');
  });
  assert.equal(posts, 0);
  assert.match(String(thrown), /^Error: City: it has no such option/);
  assert.doesNotMatch(String(thrown), /Tangerang/);
});
