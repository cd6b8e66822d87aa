import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { BRIEF, runHostile, stops } from './hostile-pages.ts';

const script = (text: string) => `${PAGE}<script>${text}</script>`;

test('pages that take all there is of memory, frames and elements: stopped, and the one beside them is sent', async (t) => {
  const world = await runHostile(t, {
    'it takes all the memory that it gets': {
      ...stops(script('const all = []; for (;;) all.push(new Array(1_000_000).fill(Math.random()))')),
      form: { timeouts: { ...BRIEF.timeouts, navigationMs: 40_000 } },
    },
    'it has frames without end': stops(
      script(
        `setInterval(() => { for (let i = 0; i < 50; i++) document.body.append(document.createElement('iframe')) }, 1)`,
      ),
    ),
    'it has elements without end': stops(
      script(
        `setInterval(() => document.body.insertAdjacentHTML('beforeend', '<i>x</i>'.repeat(50_000)), 1)`,
      ),
    ),
  });
  const whys = JSON.stringify(world.dispositions());
  assert.match(whys, /the browser crashed or was killed/, 'the first does not wait for its time to be up');
});

test('a page that writes to its console without end is submitted and closed as any other', async () => {
  const flood = `setInterval(() => { for (let i = 0; i < 100; i++) console.log('x'.repeat(10_000)) }, 1)`;
  const target = await startTarget(({ method }, response) =>
    html(response, method === 'POST' ? RECEIPT : script(flood)),
  );
  let said = 0;
  const form = testForm(target, {
    async fill(page, { name }) {
      page.context().on('console', () => said++);
      await page.locator('input').fill(name);
    },
  });
  assert.equal((await drive(form, target, { actionMs: 10_000 })).kind, 'submitted');
  assert.equal(said, 0);
});

test('what a page may take of memory does not depend on the machine', async () => {
  const target = await startTarget(({ method }, response) =>
    html(response, method === 'POST' ? RECEIPT : PAGE),
  );
  let limit = Number.POSITIVE_INFINITY;
  const form = testForm(target, {
    async fill(page, { name }) {
      // Chromium's own, which no type knows.
      limit = Number(await page.evaluate('performance.memory.jsHeapSizeLimit'));
      await page.locator('input').fill(name);
    },
  });
  await drive(form, target);
  assert.ok(limit < 1_000_000_000, `${limit} bytes`);
});
