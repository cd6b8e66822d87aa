import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerFromHtml, MAX_CHARACTERS } from '../../lib/form/answer.ts';
import { refreshOf } from '../../lib/senders/http-refresh.ts';

/** Well above what it takes on a busy machine. A tree that is built first, and cleared then, took 6 s to minutes for most of them. */
const MAX_MS = 4_000;

const HTML = { 'content-type': 'text/html' };

const filled = (unit: string, before = '') =>
  before + unit.repeat(Math.floor((MAX_CHARACTERS - before.length) / unit.length));

const SHAPES: Record<string, string> = {
  templates: filled('<template></template>'),
  scripts: filled('<script></script>'),
  'hidden elements': filled('<i hidden></i>x'),
  'elements hidden by style': filled('<p style="display:none">x</p>'),
  'a tree without end': filled('<b>'),
  'a tree without end, and what closes nothing': `${'<b>'.repeat(300_000)}${'</x>'.repeat(200_000)}`,
  'what closes more than it opened': filled('<p>x</p>', '</main></body></html>'),
  'one attribute after the other': filled('a=b ', '<p '),
};

test('two megabytes of anything hold the worker up for a moment only', () => {
  for (const [what, html] of Object.entries(SHAPES)) {
    const startedMs = performance.now();
    const answer = answerFromHtml({ url: 'https://target.example/', status: 200, html });
    answer.$('#receipt');
    answer.$('.done p');
    const tookMs = performance.now() - startedMs;
    assert.ok(tookMs < MAX_MS, `${what}: ${Math.round(tookMs)} ms`);
  }
});

test('nor does looking where such a page leads on to', () => {
  for (const [what, html] of Object.entries(SHAPES)) {
    const startedMs = performance.now();
    const body = Buffer.from(html);
    const told = { url: new URL('https://target.example/'), status: 200, headers: HTML, body, whole: true };
    refreshOf(told);
    assert.ok(performance.now() - startedMs < MAX_MS, what);
  }
});

const read = (html: string) => answerFromHtml({ url: 'https://target.example/', status: 200, html });

test('what is too deep or too long to be read is not the whole page', () => {
  const receipt = '<p id="receipt">receipt 1</p>';
  const usual = read(`${'<div>'.repeat(500)}${receipt}`);
  assert.deepEqual([usual.whole, usual.$('#receipt')], [true, 'receipt 1']);
  const deep = read(`${receipt}${'<div>'.repeat(700)}<p class="error">No</p>`);
  assert.deepEqual([deep.whole, deep.$('#receipt'), deep.$('.error')], [false, 'receipt 1', undefined]);
  assert.equal(read(filled('<p>x</p>')).whole, true);
  assert.equal(read(`${filled('<p>x</p>')}<p>a bit more</p>`).whole, false);
});

test('what nobody sees is left out, with all that is in it, and what follows it is not', () => {
  for (const hidden of [
    '<div hidden><p>no<i>no</i></p></div>',
    '<p style="color: red; display: none">no</p>',
    '<template><div><p>no</p></div></template>',
    '<noscript>no</noscript>',
    '<script>"<p>no</p>"</script>',
    '<style>no</style>',
    '<input hidden><br hidden>',
    '<div hidden><input><br><img></div>',
  ]) {
    const { text, $ } = read(`<p>a</p>${hidden}<p id="b">b</p><ul><li>c<li>d</ul>`);
    assert.equal(text, 'abcd', hidden);
    assert.equal($('#b'), 'b');
    assert.equal($('p + p'), 'b');
    assert.equal($('li + li'), 'd');
  }
});
