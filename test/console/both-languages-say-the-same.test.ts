import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from '../../console/texts/en.ts';
import { id } from '../../console/texts/id.ts';
import { PROBLEM_TYPES } from '../../functions/api/problem.ts';
import { WillAnswer } from '../../functions/api/schemas.ts';
import { FIELD_CODES } from '../../lib/submission/errors.ts';
import { PHASES } from '../../lib/submission/phases.ts';
import { startConsole } from './support.ts';

/** Each text by its path. */
function texts(of: object, path = ''): [string, string][] {
  return Object.entries(of).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${name}`, value]] : texts(value, `${path}${name}.`),
  );
}

const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

test('every text is there in both, with the same places to fill, and is not left untranslated', () => {
  const [english, indonesian] = [texts(en), new Map(texts(id))];
  assert.deepEqual([...indonesian.keys()].sort(), english.map(([path]) => path).sort());
  for (const [path, text] of english) {
    const other = indonesian.get(path) ?? '';
    assert.deepEqual(places(other), places(text), path);
    assert.notEqual(other.trim(), '', path);
    // Sentences; words such as "Token" are the same in both.
    if (text.split(' ').length > 3) assert.notEqual(other, text, path);
  }
});

test('every phase, problem and answer of the ledger has its words', () => {
  assert.deepEqual(Object.keys(en.phases).sort(), [...PHASES].sort());
  assert.deepEqual(Object.keys(en.phaseMeans).sort(), [...PHASES].sort());
  assert.deepEqual(Object.keys(en.willAnswer).sort(), [...WillAnswer.shape.answer.options].sort());
  assert.deepEqual(Object.keys(en.fieldErrors).sort(), [...FIELD_CODES].sort());
  for (const type of PROBLEM_TYPES) assert.ok(type in en.problems, type);
});

test('the language is switched at once, said to the browser, and remembered', async () => {
  const world = await startConsole();
  const page = await world.open();
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
  await page.getByRole('button', { name: 'Bahasa Indonesia' }).click();
  await page.getByRole('heading', { name: 'Kiriman' }).waitFor();
  assert.equal(await page.getAttribute('html', 'lang'), 'id');
  await page.reload();
  await page.getByRole('heading', { name: 'Kiriman' }).waitFor();
  await page.getByRole('link', { name: 'Tab', exact: true }).click();
  await page.getByText('Peramban ini punya kunci sendiri.').waitFor();
  assert.deepEqual(world.faults, []);
});
