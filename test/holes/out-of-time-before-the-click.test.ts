import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { systemClock } from '../../functions/clock.ts';
import { submitOnce } from '../../lib/submission/submit-once.ts';
import { newKey, useLedger } from '../support/ledger.ts';
import { browserRun, testForm } from '../support/run.ts';
import { html, PAGE, startTarget, type Target } from '../support/target.ts';
import { turnOf } from '../support/turn.ts';
import { until } from '../support/until.ts';
import { remaining } from '../support/worker.ts';
import { instead } from './support.ts';

const on = useLedger();

/** A page that submits by itself, again and again, and asks for something all the time. */
const EAGER = `${PAGE}<script>
  setInterval(() => {
    fetch('/submit', { method: 'POST', keepalive: true }).catch(() => {});
    fetch('/ping').catch(() => {});
  }, 5);
</script>`;
/** Many times the page's own pace: what had left before the cut has arrived by then. */
const SILENCE_MS = 300;

async function silence({ seen }: Target): Promise<boolean> {
  const before = seen.length;
  await sleep(SILENCE_MS);
  return seen.length === before;
}

test('the time is up while the form is being filled: cut off, then given back, then answered; nothing leaves at any moment', async () => {
  const target = await startTarget((_, response) => html(response, EAGER));
  const order: string[] = [];
  let page: Page | undefined;
  let filling = 0;
  const form = testForm(target, {
    submission: { method: 'POST', path: '/submit' },
    fill: async (opened) => {
      page = opened;
      opened.on('close', () => order.push('page closed'));
      filling++;
      await opened.locator('#never-there').click({ timeout: 60_000 });
    },
  });
  const context = remaining(15_000);
  const { turn } = turnOf({
    policy: { reserveMs: 8_000 },
    submission: {
      key: newKey(),
      createdAtMs: Date.now(),
      proofTimeoutMs: 1_000,
      open: () => {
        const run = browserRun(form, target, { actionMs: 60_000 });
        return {
          run: (attempt) => {
            attempt.signal.addEventListener('abort', () => order.push('aborted'));
            return run.run(attempt);
          },
          close: async () => {
            await run.close();
            // Long enough to notice who does not wait for it.
            await sleep(SILENCE_MS);
            order.push('run closed');
          },
        };
      },
    },
  });
  const ledger = instead(on.ledger, {
    release: async (...step) => {
      // Cut off before the key is given back: whoever gets it next is alone.
      await until('silence', () => silence(target), 5_000);
      order.push('released');
      return on.ledger.release(...step);
    },
  });
  const end = await submitOnce({
    ...turn,
    ledger,
    clock: systemClock,
    invocation: { remainingMs: context.getRemainingTimeInMillis },
  });
  order.push('answered');

  assert.ok(end.kind === 'retry' && /too little of the invocation/.test(end.why));
  assert.ok(context.getRemainingTimeInMillis() > 0, 'before the hard deadline');
  assert.equal(filling, 1);
  assert.equal(page?.isClosed(), true);
  // The wire is cut in the same turn in which the abort comes; closing the page takes a little longer.
  const withoutPage = order.filter((event) => event !== 'page closed');
  assert.deepEqual(withoutPage, ['aborted', 'released', 'run closed', 'answered']);
  assert.ok(order.indexOf('page closed') < order.indexOf('answered'));
  assert.ok(target.count('GET', '/ping') > 0);
  assert.equal(target.count('POST'), 0);
  assert.equal((await on.record(turn.submission.key)).phase, 'open');
  assert.equal(await on.lease(turn.submission.key), null);
});
