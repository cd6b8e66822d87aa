import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpForm, noBrowsers } from '../support/http-run.ts';
import { html, PAGE, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

/** How many of five submissions load the page, and how the last one ends. */
async function fiveOn(page: string, status = 200) {
  const target = await startTarget((_, response) => html(response, page, status));
  const params = { backoffBaseMs: 60_000, brake: 3 };
  const world = await startWorld({ target, forms: [httpForm(target)], params, browsers: noBrowsers });
  await world.send(...['Ana', 'Budi', 'Citra', 'Dewi', 'Eka'].map((name) => message({ name })));
  world.startPolling({ maximumConcurrency: 1 });
  await until('five deliveries', () => world.dispositions().length === 5);
  assert.equal(target.count('POST'), 0);
  return { loads: target.count('GET'), last: world.dispositions().at(-1)?.why };
}

for (const [what, page] of Object.entries({
  'its form is gone': '<p>Moved</p>',
  'a field is gone': PAGE.replace('name="name"', 'name="full-name"'),
  'a field is new and required': PAGE.replace('<button', '<input name="tel" required><button'),
})) {
  test(`the third submission in a row pauses it, and the others wait: ${what}`, async () => {
    assert.deepEqual(await fiveOn(page), { loads: 3, last: 'the form is paused' });
  });
}

test('a target that is down, or a choice that it does not have, does not', async () => {
  assert.equal((await fiveOn('<p>Back soon</p>', 503)).loads, 5);
  const choice = PAGE.replace('<input name="name">', '<select name="name"><option>None</select>');
  assert.notEqual(choice, PAGE);
  assert.equal((await fiveOn(choice)).loads, 5);
});
