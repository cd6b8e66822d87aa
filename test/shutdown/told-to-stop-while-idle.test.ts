import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registration } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { leftOf, startSurroundings } from './support.ts';

test('told to stop with a warm browser and nothing to do: ends with 0 after the poll under way, nothing left', async () => {
  const around = await startSurroundings();
  const worker = await around.startWorker();
  await around.send(registration('ana'));
  await until('the submission', () => worker.said('delivery finished')[0]);
  const footprint = worker.footprint();
  assert.ok(footprint.folders.length >= 1 && footprint.pids.length > 1, JSON.stringify(footprint));
  worker.signal('SIGTERM');
  const end = await worker.ended();
  assert.equal(end.exitCode, 0);
  assert.ok(end.tookMs < 4_000, `${end.tookMs} ms`);
  assert.deepEqual(leftOf(footprint), []);
});

test('a message that comes into the last poll is given back: somebody else may have it at once', async () => {
  const around = await startSurroundings();
  const worker = await around.startWorker();
  worker.signal('SIGTERM');
  await until('a worker that has heard it', () => worker.said('stopping')[0]);
  await around.send(registration('budi'));
  assert.equal((await worker.ended()).exitCode, 0);
  assert.equal((await around.visible()).length, 1);
  assert.deepEqual(await around.record(), {});
});
