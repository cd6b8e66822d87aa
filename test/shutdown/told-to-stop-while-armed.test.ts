import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { registration } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { leftOf, startSurroundings } from './support.ts';

test('told to stop after arming, again and again: waits for the proof, settles, deletes the message, ends with 0', async () => {
  const around = await startSurroundings({ answerDelayMs: 2_500 });
  const worker = await around.startWorker();
  await around.send(registration('ana'));
  await until('the POST', () => around.target.posts() === 1);
  const footprint = worker.footprint();

  worker.signal('SIGTERM');
  const ended = worker.ended();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) {
    await sleep(200);
    worker.signal(signal);
  }
  const end = await ended;
  assert.deepEqual([end.exitCode, end.signalCode], [0, null]);
  assert.ok(end.tookMs > 1_000, `it did not wait: ${end.tookMs} ms`);
  assert.equal(worker.said('already stopping').length, 3);
  assert.equal(around.target.posts(), 1);
  assert.equal((await around.record()).phase, 'submitted');
  assert.equal(await around.left(), 0);
  assert.deepEqual(leftOf(footprint), []);
});

test('told to stop after arming, and no answer ever comes: ends with the grace, as at a deadline', async () => {
  const around = await startSurroundings({ behave: ({ method }) => (method === 'POST' ? 'hang' : 'normal') });
  // The grace of 24 s less this reserve: 4 s, long before the proof timeout and the deadline.
  const worker = await around.startWorker({
    reserveMs: 20_000,
    proofTimeoutMs: 60_000,
    workerTimeoutSeconds: 120,
  });
  await around.send(registration('budi'));
  await until('the POST', () => around.target.posts() === 1);
  const footprint = worker.footprint();
  worker.signal('SIGTERM');
  const end = await worker.ended();
  assert.equal(end.exitCode, 0);
  assert.ok(end.tookMs > 3_500 && end.tookMs < 10_000, `${end.tookMs} ms`);
  assert.equal(around.target.posts(), 1);
  assert.equal((await around.record()).phase, 'unknown');
  const [parked] = await around.parked();
  assert.equal(parked?.MessageAttributes?.reason?.StringValue, 'unknown');
  assert.equal(await around.left(), 0);
  assert.deepEqual(leftOf(footprint), []);
});
