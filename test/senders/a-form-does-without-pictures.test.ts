import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormDefinition } from '../../lib/form/define.ts';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';

const HEAVY = `${PAGE}<link rel="stylesheet" href="/style.css"><style>
  @font-face { font-family: Own; src: url(/own.woff2); }
  p { font-family: Own; background-image: url(/background.png); }</style>
  <p>Welcome</p><img src="/picture.png"><script src="/script.js"></script><video src="/film.mp4" preload="auto"></video>`;

async function loadedWith(block?: FormDefinition['block']): Promise<Set<string>> {
  const target = await startTarget(({ method, path }, response) => {
    if (method === 'POST') return html(response, `${RECEIPT}<img src="/picture.png">`);
    if (path === '/') return html(response, HEAVY);
    response.end();
  });
  const result = await drive(testForm(target, block && { block }), target);
  assert.equal(result.kind, 'submitted');
  assert.equal(target.count('POST'), 1);
  return new Set(target.seen.map(({ path }) => path));
}

test('a page is loaded with all that it asks for', async () => {
  const loaded = await loadedWith();
  for (const path of [
    '/picture.png',
    '/background.png',
    '/own.woff2',
    '/film.mp4',
    '/style.css',
    '/script.js',
  ]) {
    assert.ok(loaded.has(path), path);
  }
});

test('what the form blocks is not asked for, before the submit and after it; the rest is', async () => {
  const loaded = await loadedWith(['image', 'font', 'media']);
  assert.deepEqual([...loaded].toSorted(), ['/', '/script.js', '/style.css', '/submit']);
});
