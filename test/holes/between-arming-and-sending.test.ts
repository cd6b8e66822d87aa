import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drive, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';

const ROUNDS = 10;
/** Medians of 9 to 29 ms were seen on two busy cores. Beyond this something waits in between that must not. */
const LIMIT_MS = 500;

test('no check can close the window between the last look at the clock and the send: it is short', async (t) => {
  let arrivedMs = 0;
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') arrivedMs = performance.now();
    html(response, seen.method === 'POST' ? RECEIPT : PAGE);
  });
  const form = testForm(target);
  const windows: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let armedMs = 0;
    const result = await drive(form, target, {
      arm: async () => {
        armedMs = performance.now();
      },
    });
    assert.equal(result.kind, 'submitted');
    windows.push(arrivedMs - armedMs);
  }
  windows.sort((a, b) => a - b);
  const [median = Number.NaN, slowest = Number.NaN] = [windows[ROUNDS / 2], windows.at(-1)];
  t.diagnostic(
    `armed to arrived at the target: median ${median.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms`,
  );
  assert.ok(median < LIMIT_MS, `median ${median} ms`);
});
