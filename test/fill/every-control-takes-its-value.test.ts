import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose, enter, tick } from '../../lib/form/index.ts';
import { fillIn } from './support.ts';

const CONTROLS = `
<label>Name <input name="name"></label>
<label>Seats <input name="seats" type="number"></label>
<label>Born <input name="born" type="date"></label>
<label>Story <textarea name="story"></textarea></label>
<div role="textbox" aria-label="Letter" contenteditable oninput="document.querySelector('[name=letter]').value = this.innerText"></div>
<input type="hidden" name="letter">
<fieldset><legend>Class</legend>
  <label><input type="radio" name="class" value="a"> First</label>
  <label><input type="radio" name="class" value="b"> Second</label></fieldset>
<fieldset><legend>Drawn</legend>
  <input type="radio" id="x" name="drawn" value="x" style="display:none"><label for="x">Cross</label></fieldset>
<label><input type="checkbox" name="agree"> I agree</label>
<input type="checkbox" id="news" name="news" checked style="display:none"><label for="news">News</label>
<label>City <select name="city"><option value="">-</option><option value="jkt">Jakarta</option><option>Bandung</option></select></label>
<label>Days <select name="days" multiple><option>Mon</option><option>Tue</option><option>Wed</option></select></label>`;

test('text, number, date, text of several lines, editable text, radio, checkbox, selects', async () => {
  const { sent, posts } = await fillIn(CONTROLS, async (page) => {
    await enter(page.getByLabel('Name'), 'Ayu Wulandari');
    await enter(page.getByLabel('Seats'), 2);
    await enter(page.getByLabel('Born'), '1999-12-31');
    await enter(page.getByLabel('Story'), 'first line\nsecond line');
    await enter(page.getByLabel('Letter'), 'Dear all\nbye');
    await choose(page.getByRole('group', { name: 'Class' }), 'Second');
    await choose(page.getByRole('group', { name: 'Drawn' }), 'Cross');
    await tick(page.getByLabel('I agree'), true);
    await tick(page.getByLabel('News'), false);
    await choose(page.getByLabel('City'), 'Jakarta');
    await choose(page.getByLabel('Days'), ['Mon', 'Wed']);
  });
  assert.equal(posts, 1);
  assert.deepEqual(
    [...sent],
    [
      ['name', 'Ayu Wulandari'],
      ['seats', '2'],
      ['born', '1999-12-31'],
      ['story', 'first line\r\nsecond line'],
      ['letter', 'Dear all\nbye'],
      ['class', 'b'],
      ['drawn', 'x'],
      ['agree', 'on'],
      ['city', 'jkt'],
      ['days', 'Mon'],
      ['days', 'Wed'],
    ].map(([name, value]) => [name, value?.replace('Dear all\nbye', 'Dear all\r\nbye')]),
  );
});

test('inside shadow DOM and frames', async () => {
  const controls = `
<input type="hidden" name="inner"><input type="hidden" name="shadow">
<iframe srcdoc="<label>Inner <input oninput='parent.document.querySelector(&quot;[name=inner]&quot;).value = this.value'></label>"></iframe>
<div id="host"></div><script>
  const root = document.querySelector('#host').attachShadow({ mode: 'open' });
  root.innerHTML = '<label>Shadow <select><option>a<option>b</select></label>';
  root.querySelector('select').onchange = (event) => { document.querySelector('[name=shadow]').value = event.target.value; };
</script>`;
  const { sent } = await fillIn(controls, async (page) => {
    await enter(page.frameLocator('iframe').getByLabel('Inner'), 'deep');
    await choose(page.getByLabel('Shadow'), 'b');
  });
  assert.deepEqual([sent.get('inner'), sent.get('shadow')], ['deep', 'b']);
});
