import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Redis } from 'ioredis';
import { buildSweep } from '../../functions/build-sweep.ts';
import { DEFAULTS } from '../../lib/config/defaults.ts';
import { registryOf } from '../../lib/form/registry.ts';
import { recordKey } from '../../lib/ledger/redis-ledger.ts';
import { recordOf } from '../support/record.ts';
import { testForm } from '../support/run.ts';
import { html, PAGE, startTarget } from '../support/target.ts';
import { message, remaining, startWorld } from '../support/worker.ts';

const PARAMS = { proofTimeoutMs: 500, flightGraceMs: 0 };

test('armed, and its message is gone: the sweep raises it; the message sent once more is looked up, not submitted', async () => {
  const target = await startTarget((seen, response) => {
    if (seen.method === 'POST') return html(response, '<p>thank you for your patience</p>');
    return html(response, seen.path === '/list' ? '<p id="found">booking 7</p>' : PAGE);
  });
  const form = testForm(target, {
    verify: {
      url: () => `${target.url}/list`,
      judge(answer) {
        const landed = answer.$('#found');
        return landed === undefined ? undefined : { landed };
      },
    },
  });
  const world = await startWorld({ target, forms: [form], params: PARAMS });
  const worker = world.newWorker();
  const deliver = (messageId: string) =>
    worker.handle({ Records: [recordOf(messageId, message({ name: 'Ana' }))] }, remaining(60_000));
  await deliver('m-1');
  const [key = ''] = await world.keys();
  assert.equal((await world.record(key)).phase, 'armed');

  const raised: Readonly<Record<string, unknown>>[] = [];
  const sweep = buildSweep({
    stage: world.stage,
    registry: registryOf([form]),
    telemetry: { info() {}, warn: (_message, fields) => void raised.push(fields), count() {} },
  });
  await sweep(remaining(60_000));
  assert.equal(raised.length, 0);

  const redis = new Redis(world.redis.url);
  after(() => redis.disconnect());
  const thenMs = Date.now() - DEFAULTS.sweepSlackMs - 1;
  await redis.hset(recordKey(key), { armedAt: thenMs, deadline: thenMs });
  await sweep(remaining(60_000));
  assert.deepEqual(
    raised.map((fields) => [fields.key, fields.form, fields.label]),
    [[key, 'test-form', 'Ana']],
  );

  await deliver('m-2');
  const { phase, outcome } = await world.record(key);
  assert.equal(phase, 'submitted');
  assert.match(outcome ?? '', /booking 7/);
  assert.equal(target.count('POST'), 1);
  assert.equal(world.dispositions().at(-1)?.disposition, 'done');
});
