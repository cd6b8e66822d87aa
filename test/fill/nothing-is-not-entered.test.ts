import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attach, choose, enter, tick } from '../../lib/form/index.ts';
import { MisfitError } from '../../lib/submission/errors.ts';
import { fillIn } from './support.ts';

const CONTROLS = `<label>Name <input name="name"></label><label>City <select><option>undefined</select></label>
<label>Agree <input type="checkbox"></label><label>CV <input type="file"></label>`;

/** What a definition reads that misspells a field. */
const nothing = undefined as never;

test('a value that is not there is not entered as a word', async () => {
  for (const [label, put] of [
    ['Name', enter],
    ['City', choose],
    ['Agree', tick],
    ['CV', attach],
  ] as const) {
    const { posts, thrown } = await fillIn(CONTROLS, (page) => put(page.getByLabel(label), nothing));
    assert.equal(posts, 0);
    assert.ok(thrown instanceof MisfitError, label);
    assert.match(thrown.message, new RegExp(`${label}.*there is no value to enter`));
  }
});
