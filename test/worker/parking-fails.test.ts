import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { QueueFate } from '../faults/sqs-proxy.ts';
import { startFaultyWorld } from '../support/faulty-world.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, startTarget } from '../support/target.ts';
import { message, until } from '../support/worker.ts';

const PARAMS = { backoffBaseMs: 200, proofTimeoutMs: 1_000 };
/** The worker asks the queue twice. */
const TRIES = 2;

/** One message whose first calls to the parking queue meet these fates, from its first delivery to its end. */
async function park(body: object, fates: readonly QueueFate[]) {
  const left = [...fates];
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? '<p>thank you for your patience</p>' : PAGE),
  );
  const world = await startFaultyWorld({
    target,
    forms: [testForm(target)],
    params: PARAMS,
    onQueue: ({ action }) => (action === 'SendMessage' && left.shift()) || 'pass',
  });
  await world.send(body);
  world.startPolling();
  await until('an empty queue', async () => (await world.left()) === 0);
  assert.deepEqual(left, []);
  const calls = world.queueProxy.calls.filter(({ action }) => action === 'SendMessage');
  assert.ok(calls.every(({ queue }) => queue === 'parking'));
  return {
    posts: target.count('POST'),
    ends: world.dispositions().map(({ disposition }) => disposition),
    first: String(world.dispositions()[0]?.why),
    copies: (await world.parked()).map(({ reason }) => reason),
  };
}

const INVALID = message({ name: 7 });
const WITHOUT_PROOF = message({ name: 'Ana' });

describe('the parking queue', { concurrency: true }, () => {
  for (const fate of ['fail', 'hang'] as const) {
    test(`takes nothing at first (${fate}): the message stays, comes again, and is parked once`, async () => {
      const { ends, first, copies } = await park(INVALID, Array(TRIES).fill(fate));
      assert.deepEqual(ends, ['retry', 'parked']);
      assert.match(first, /^parking failed/);
      assert.deepEqual(copies, ['invalidData']);
    });
  }

  test('takes nothing at first, of a submission without proof: parked once in the end, one POST', async () => {
    const { posts, ends, copies } = await park(WITHOUT_PROOF, Array(TRIES).fill('fail'));
    assert.deepEqual(ends, ['retry', 'parked']);
    assert.deepEqual(copies, ['unknown']);
    assert.equal(posts, 1);
  });

  test('takes it, and its answer is lost: at most a second copy, nothing is lost', async () => {
    const { ends, copies } = await park(INVALID, ['lose']);
    assert.deepEqual(ends, ['parked']);
    assert.deepEqual(copies, ['invalidData', 'invalidData']);
  });
});
