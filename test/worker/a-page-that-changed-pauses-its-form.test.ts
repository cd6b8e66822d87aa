import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, startWorld, until } from '../support/worker.ts';

const CHANGES = {
  'a control is gone': PAGE.replace('name="name"', 'name="full-name"'),
  'it is sent by a script': PAGE.replace(
    '<form',
    `<form onsubmit="fetch('/api', { method: 'POST' }); return false"`,
  ),
};

for (const [what, page] of Object.entries(CHANGES)) {
  test(`the third submission in a row pauses it, and the others wait: ${what}`, async () => {
    const target = await startTarget((seen, response) =>
      html(response, seen.method === 'POST' ? RECEIPT : page),
    );
    const form = testForm(target, { timeouts: { actionMs: 400 } });
    const params = { backoffBaseMs: 60_000, brake: 3 };
    const world = await startWorld({ target, forms: [form], params });
    await world.send(...['Ana', 'Budi', 'Citra', 'Dewi', 'Eka'].map((name) => message({ name })));
    world.startPolling({ maximumConcurrency: 1 });
    const ended = await until('five deliveries', async () =>
      world.dispositions().length === 5 ? world.dispositions() : undefined,
    );
    const whys = ended.map(({ why }) => why);
    assert.deepEqual(whys.slice(3), ['the form is paused', 'the form is paused']);
    assert.equal(target.count('GET', '/'), 3);
    assert.equal(target.count('POST'), 0);
  });
}
