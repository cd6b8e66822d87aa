import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enter } from '../../lib/form/index.ts';
import { fillIn } from './support.ts';

const NAME = '<label>Name <input name="name"></label>';
const OTHER = '<label>Other <input name="other"></label>';

test('a value that the page wiped after it was filled is entered again', async () => {
  const wipes = `${NAME}${OTHER}<script>
    document.querySelector('[name=other]').addEventListener('input', () => { document.querySelector('[name=name]').value = ''; }, { once: true });
  </script>`;
  const { sent } = await fillIn(wipes, async (page) => {
    await enter(page.getByLabel('Name'), 'Ayu');
    await enter(page.getByLabel('Other'), 'x');
  });
  assert.deepEqual([sent.get('name'), sent.get('other')], ['Ayu', 'x']);
});

test('a page that wipes it again and again stops before the submit', async () => {
  const wipes = `${NAME}<script>setInterval(() => { document.querySelector('[name=name]').value = ''; }, 1)</script>`;
  const { posts, thrown } = await fillIn(wipes, (page) => enter(page.getByLabel('Name'), 'Ayu'));
  assert.equal(posts, 0);
  assert.match(String(thrown), /MisfitError: Name: /);
});

test('a field that the page replaced is not filled blindly', async () => {
  const replaces = `<div id="step">${NAME}</div>${OTHER}<script>
    document.querySelector('[name=other]').addEventListener('input', () => { step.innerHTML = '<label>Name <input name="witness"></label>'; });
  </script>`;
  const { posts, thrown } = await fillIn(replaces, async (page) => {
    await enter(page.getByLabel('Name'), 'Ayu');
    await enter(page.getByLabel('Other'), 'x');
  });
  assert.equal(posts, 0);
  assert.match(String(thrown), /MisfitError: Name: the page replaced this field/);
});

test('a field that is gone, with the step it belonged to, is left alone', async () => {
  const steps = `<div id="step">${NAME}</div>${OTHER}<script>
    document.querySelector('[name=other]').addEventListener('input', () => {
      document.querySelector('[name=name]').type = 'hidden';
      document.querySelector('form').append(document.querySelector('[name=name]'));
      step.remove();
    });
  </script>`;
  const { sent } = await fillIn(steps, async (page) => {
    await enter(page.getByLabel('Name'), 'Ayu');
    await enter(page.getByLabel('Other'), 'x');
  });
  assert.deepEqual([sent.get('name'), sent.get('other')], ['Ayu', 'x']);
});
