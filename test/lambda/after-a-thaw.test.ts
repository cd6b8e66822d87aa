import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { variableOf } from '../../lib/config/stage.ts';
import { keyOf } from '../../lib/submission/key.ts';
import { REGION, startSqs } from '../../local/queues.ts';
import { startRedis } from '../../local/redis.ts';
import { startChaosTarget } from '../chaos/target.ts';
import { type Passing, startRedisProxy } from '../faults/redis-proxy.ts';
import { initLedger } from '../support/ledger.ts';
import { bundleOf } from './bundle.ts';
import { startFunction } from './function.ts';

const HEARTBEAT_MS = 100;

/** The bundled worker in one environment that is frozen between invocations, its Redis behind a proxy. */
async function start() {
  const passed: Passing[] = [];
  const redis = await startRedis();
  after(() => redis.stop());
  await initLedger(redis.url);
  const proxy = await startRedisProxy({
    upstream: () => redis.port,
    decide(passing) {
      passed.push(passing);
      return 'pass';
    },
  });
  after(() => proxy.stop());
  const emulator = await startSqs();
  after(() => emulator.stop());
  const target = await startChaosTarget({ troubleOf: () => 'slow', onVisit: () => {} });
  after(() => target.stop());
  const bundle = await bundleOf('functions/worker.ts', 'test/chaos/forms.ts');
  after(() => bundle.remove());
  const stage = {
    stage: 'local',
    redisUrl: proxy.url,
    queueUrl: `${emulator.endpoint}/000000000000/submissions`,
    parkingUrl: `${emulator.endpoint}/000000000000/parking`,
    sqsEndpoint: emulator.endpoint,
    demoTarget: target.url,
    waitReplicas: 0,
    heartbeatMs: HEARTBEAT_MS,
  };
  const host = startFunction({
    handlerFile: bundle.file,
    timeoutMs: 60_000,
    surroundings: async () => ({
      variables: {
        ...Object.fromEntries(
          Object.entries(stage).map(([name, value]) => [variableOf(name), String(value)]),
        ),
        ...{ AWS_REGION: REGION, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
      },
    }),
  });
  after(() => host.stop());
  return {
    ...{ passed, proxy, target, host },
    /** One invocation with one message, received for the first time. */
    submit: (id: string) =>
      host.invoke({
        Records: [
          {
            messageId: `m-${id}`,
            receiptHandle: 'none',
            body: JSON.stringify({ form: 'ticket', data: { id, note: `note of ${id}` } }),
            attributes: { ApproximateReceiveCount: '1', SentTimestamp: String(Date.now()) },
            messageAttributes: {},
          },
        ],
      }),
  };
}

const ALL_DONE = { batchItemFailures: [] };

test('no beat of one invocation reaches Redis in the next', async () => {
  const { passed, submit, host } = await start();
  assert.deepEqual(await submit('ana'), ALL_DONE);
  const beats = () => passed.filter(({ what }) => what === 'renew');
  assert.ok(beats().length > 0, 'the target was slow, so the lease was renewed');
  const before = passed.length;
  assert.deepEqual(await submit('budi'), ALL_DONE);
  const ana = keyOf('ticket', ['id'], { id: 'ana' });
  assert.deepEqual(
    passed.slice(before).filter(({ key }) => key === ana),
    [],
  );
  assert.equal(host.environments().length, 1);
});

test('sockets that died while it was frozen cost less than 2 s, and no second delivery', async (context) => {
  const { passed, proxy, submit, target } = await start();
  assert.deepEqual(await submit('ana'), ALL_DONE);
  proxy.cutAll();
  const startedMs = performance.now();
  const claimed = passed.length;
  const answer = submit('budi');
  while (!passed.slice(claimed).some(({ what, moment }) => what === 'claim' && moment === 'answered')) {
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(performance.now() - startedMs < 2_000, 'claim was not answered within 2 s');
  }
  context.diagnostic(`claim answered ${Math.round(performance.now() - startedMs)} ms after the thaw`);
  assert.deepEqual(await answer, ALL_DONE);
  assert.equal(target.entriesOf('budi'), 1);
});
