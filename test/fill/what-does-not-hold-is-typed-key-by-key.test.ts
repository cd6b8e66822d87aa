import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enter } from '../../lib/form/index.ts';
import { fillIn } from './support.ts';

/** A mask that understands keys only: whatever else comes in, it puts its pattern back. */
const MASKED = `<label>National id <input name="nik" value="____ ____"></label><script>
  const input = document.querySelector('input');
  let digits = '';
  const show = () => { input.value = digits.padEnd(8, '_').replace(/(.{4})(.{4})/, '$1 $2'); };
  input.addEventListener('keydown', (event) => {
    if (!/^\\d$/.test(event.key)) return;
    event.preventDefault();
    digits = (digits + event.key).slice(0, 8);
    show();
  });
  input.addEventListener('input', () => { digits = ''; show(); });
</script>`;

test('a mask that takes keys only', async () => {
  const { sent } = await fillIn(MASKED, (page) => enter(page.getByLabel('National id'), '31740512'));
  assert.equal(sent.get('nik'), '3174 0512');
});

test('a field that does not take the value stops before the submit, with its name and without the value', async () => {
  const short = '<label>Postal code <input name="code" maxlength="3"></label>';
  const { posts, thrown } = await fillIn(short, (page) => enter(page.getByLabel('Postal code'), '40115'));
  assert.equal(posts, 0);
  assert.match(String(thrown), /MisfitError: Postal code: the field does not show/);
  assert.doesNotMatch(String(thrown), /40115/);
});
