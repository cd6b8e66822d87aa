import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Browsers } from '../../lib/senders/gated-context.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { sharedBrowser, testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, until } from '../support/worker.ts';

const PARAMS = { leaseTtlMs: 4_000, heartbeatMs: 1_000, abortMarginMs: 500, backoffBaseMs: 500 };

/** A worker whose Redis accepts connections and answers nothing from `step` on, until the first delivery has ended. */
async function silentFrom(step: 'claim' | 'fill' | 'POST') {
  const parts: { world?: FaultyWorld } = {};
  let fell = false;
  const fallSilent = () => {
    parts.world?.redisProxy.blackHole(true);
    fell = true;
  };
  const target = await startTarget((seen, response) => {
    if (step === 'POST' && seen.method === 'POST' && !fell) fallSilent();
    html(response, seen.method === 'POST' ? RECEIPT : PAGE);
  });
  let contexts = 0;
  const browsers: Browsers = {
    newContext(options, prepare) {
      contexts++;
      return sharedBrowser.newContext(options, prepare);
    },
  };
  const form = testForm(target, {
    async fill(page, { name }) {
      if (step === 'fill' && !fell) {
        fallSilent();
        // A page that never comes to its end: only the abort ends this run.
        await new Promise(() => {});
      }
      await page.locator('input').fill(name);
    },
  });
  const world = await startFaultyWorld({ target, forms: [form], params: PARAMS, browsers });
  parts.world = world;
  if (step === 'claim') fallSilent();
  await world.send(message({ name: 'Ana' }));
  const startedMs = performance.now();
  world.startPolling();
  const first = await until('the end of the first delivery', () =>
    world.dispositions().find(({ receives }) => receives === 1),
  );
  const before = { tookMs: performance.now() - startedMs, contexts, posts: target.count('POST') };
  assert.equal(first.disposition, 'retry');
  assert.equal(await world.left(), 1);
  world.redisProxy.blackHole(false);
  await until('an empty queue', async () => (await world.left()) === 0);
  assert.equal(target.count('POST'), 1);
  return { world, before };
}

describe('Redis falls silent', { concurrency: true }, () => {
  test('before claim: gives up within 5 s without a browser; later it is sent once', async () => {
    const { before } = await silentFrom('claim');
    assert.ok(before.tookMs < 5_000, `${before.tookMs} ms`);
    assert.deepEqual({ ...before, tookMs: 0 }, { tookMs: 0, contexts: 0, posts: 0 });
  });

  test('while the form is filled: the run is stopped before its lease can end, and sends nothing; later once', async () => {
    const { world, before } = await silentFrom('fill');
    assert.equal(before.posts, 0);
    const stopped = world.log.find(({ message }) => message === 'run aborted before arming');
    assert.match(String(stopped?.fields.why), /the lease could not be renewed in time/);
  });

  test('once it is sent: never a second POST; the message ends parked as unknown', async () => {
    const { world } = await silentFrom('POST');
    assert.deepEqual(
      (await world.parked()).map(({ reason }) => reason),
      ['unknown'],
    );
  });
});
