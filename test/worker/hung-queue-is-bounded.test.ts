import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, test } from 'node:test';
import { buildWorker } from '../../functions/build-worker.ts';
import { registryOf } from '../../lib/form/registry.ts';
import { recordOf } from '../support/record.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, remaining, startWorld } from '../support/worker.ts';

test('SQS accepts connections and answers nothing: the run is not held up, nothing is taken for parked', async () => {
  const hole = createServer(() => {}).listen(0, '127.0.0.1');
  await once(hole, 'listening');
  after(() => hole.close());
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : PAGE),
  );
  const world = await startWorld({ target, forms: [testForm(target)] });
  const worker = buildWorker({
    stage: { ...world.stage, sqsEndpoint: `http://127.0.0.1:${(hole.address() as AddressInfo).port}` },
    registry: registryOf([testForm(target)]),
    browsers: world.browsers,
    telemetry: { info() {}, warn() {}, count() {} },
  });
  after(() => worker.close());

  const startedMs = performance.now();
  const bodies = [message({ name: 'Ana' }), { form: 'nobody-knows', data: {} }];
  const { batchItemFailures } = await worker.handle(
    { Records: bodies.map((body, nth) => recordOf(`m${nth}`, body)) },
    remaining(60_000),
  );
  assert.ok(performance.now() - startedMs < 15_000);
  assert.deepEqual(batchItemFailures, [{ itemIdentifier: 'm1' }]);
  assert.equal(target.count('POST'), 1);
});
