import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registration, useStack } from '../support/stack.ts';
import { until } from '../support/worker.ts';

const LEASE_MS = 10_000;

/** Waits until one of the two processes has logged `message`, kills it, and tells which one is left. */
async function killTheOneThat(stack: Awaited<ReturnType<typeof useStack>>, message: string): Promise<number> {
  const nth = await until(`a process that ${message}`, () => {
    const found = [0, 1].find((one) => stack.log(one, message).length > 0);
    return found === undefined ? undefined : { found };
  });
  await stack.offline[nth.found]?.kill('SIGKILL');
  return 1 - nth.found;
}

test('killed after arming: never a second POST, the submission ends unknown and parked', async () => {
  const stack = await useStack({ offline: 2, target: { answerDelayMs: 5_000 } });
  await stack.send(registration('ana'));
  await until('the POST', () => stack.target.posts() === 1);
  const survivor = await killTheOneThat(stack, 'armed');
  await until('an empty queue', async () => (await stack.left()) === 0);
  const [parked] = await stack.parked();
  assert.equal(parked?.reason, 'unknown');
  assert.equal(await stack.phase(parked?.key ?? ''), 'unknown');
  assert.equal(stack.log(survivor, 'delivery finished').at(-1)?.reason, 'unknown');
  // a person sends it again: still not a second POST
  await stack.send(registration('ana'));
  await until('an empty queue', async () => (await stack.left()) === 0);
  assert.equal(stack.target.posts(), 1);
});

test('killed before arming: the other one submits it soon after the lease, not after the queue’s visibility timeout', async (context) => {
  let visits = 0;
  const stack = await useStack({
    offline: 2,
    target: { behave: () => (visits++ === 0 ? 'hang' : 'normal') },
  });
  await stack.send(registration('budi'));
  await until('the page being asked for', () => stack.target.requests().length > 0);
  const killedMs = performance.now();
  const survivor = await killTheOneThat(stack, 'claimed');
  await until('the entry', () => stack.target.entries().length === 1);
  const tookMs = performance.now() - killedMs;
  // How soon is measured by `npm run kills`; here other tests use the same processors.
  assert.ok(tookMs < LEASE_MS + 30_000, `took ${Math.round(tookMs)} ms`);
  context.diagnostic(`submitted by the other process after ${Math.round(tookMs)} ms`);
  await until('an empty queue', async () => (await stack.left()) === 0);
  assert.equal(stack.log(survivor, 'armed').length, 1);
  assert.equal(stack.target.posts(), 1);
});
