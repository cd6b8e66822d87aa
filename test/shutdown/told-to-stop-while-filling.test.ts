import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registration } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { leftOf, startSurroundings } from './support.ts';

test('told to stop before arming: given back at once, no attempt burnt, another worker submits it within 2 s', async (context) => {
  let visits = 0;
  const around = await startSurroundings({
    behave: ({ path }) => (path === '/register' && visits++ === 0 ? 'hang' : 'normal'),
  });
  const first = await around.startWorker();
  await around.send(registration('ana'));
  await until('the page being asked for', () => visits === 1);
  const second = await around.startWorker();
  const footprint = first.footprint();
  assert.ok(footprint.folders.length >= 1 && footprint.pids.length > 3, JSON.stringify(footprint));

  first.signal('SIGTERM');
  const toldMs = performance.now();
  await until('the other one’s claim', () => second.said('claimed')[0], 2_000);
  context.diagnostic(`claimed by another worker after ${Math.round(performance.now() - toldMs)} ms`);
  assert.equal(second.said('claimed')[0]?.attempt, 1);

  const end = await first.ended();
  assert.deepEqual([end.exitCode, end.signalCode], [0, null]);
  assert.ok(performance.now() - toldMs < 5_000);
  assert.deepEqual(leftOf(footprint), []);
  assert.equal(first.said('delivery finished')[0]?.disposition, 'retry');
  assert.equal(first.said('armed').length, 0);

  await until('an empty queue', async () => (await around.left()) === 0);
  assert.equal(around.target.entries().length, 1);
  assert.equal((await around.record()).phase, 'submitted');
});

test('told to stop with nobody else there: the record is open, without lease, and the message is visible', async () => {
  const around = await startSurroundings({ behave: () => 'hang' });
  const worker = await around.startWorker();
  await around.send(registration('budi'));
  await until('the page being asked for', () => around.target.requests().length > 0);
  worker.signal('SIGINT');
  assert.equal((await worker.ended()).exitCode, 0);
  const { phase, attempt } = await around.record();
  assert.deepEqual({ phase, attempt }, { phase: 'open', attempt: '0' });
  assert.deepEqual(await around.leases(), []);
  assert.equal((await around.visible()).length, 1);
});
