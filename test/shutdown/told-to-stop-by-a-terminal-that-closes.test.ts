import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registration } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { leftOf, STARTER, startSurroundings } from './support.ts';

test('a hang-up is a signal to stop like any other', async () => {
  const around = await startSurroundings();
  const worker = await around.startWorker();
  await around.send(registration('ana'));
  await until('the submission', () => worker.said('delivery finished')[0]);
  const footprint = worker.footprint();
  worker.signal('SIGHUP');
  assert.equal((await worker.ended()).exitCode, 0);
  assert.deepEqual(leftOf(footprint), []);
});

test('when nobody reads its log any more it stops in good order, and never in the middle of a submission', async () => {
  const around = await startSurroundings();
  const worker = await around.startWorker();
  worker.stopReading();
  await around.send(registration('budi'));
  assert.equal((await worker.ended()).exitCode, 0);
  const { phase = 'none' } = await around.record();
  const sent = phase === 'submitted';
  assert.ok(sent || phase === 'open' || phase === 'none', phase);
  // Done and deleted, or for somebody else to have at once.
  assert.equal((await around.visible()).length, sent ? 0 : 1);
  assert.equal(around.target.posts(), sent ? 1 : 0);
});

for (const signal of ['SIGHUP', 'SIGKILL'] as const) {
  test(`when what started it ends by ${signal}, and tells nobody, it takes no more submissions`, async () => {
    const around = await startSurroundings();
    const worker = await around.startWorker({}, [STARTER]);
    worker.signal(signal);
    await until('the end of the worker', () => worker.said('stopped')[0]);
    await around.send(registration('cahya'));
    assert.equal((await around.visible()).length, 1);
  });
}
