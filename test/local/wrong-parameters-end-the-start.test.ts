import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forms } from '../../forms/index.ts';
import { ConfigError } from '../../lib/submission/errors.ts';
import { checkedStage } from '../../local/checked-stage.ts';
import { startStack } from '../../local/stack.ts';

const [form] = forms;
assert.ok(form);

test('wrong stage parameters are named before anything is started', async () => {
  const said: string[] = [];
  const start = (params: Record<string, string | number>) =>
    startStack({ params, say: (line) => said.push(line) });
  await assert.rejects(
    start({ leaseTtlMs: 'ten', batchSize: 1.5, brake: 0 }),
    new ConfigError(
      'stage parameters: leaseTtlMs = "ten": must be a whole number; brake = "0": must be at least 1; ' +
        'batchSize = "1.5": must be a whole number',
    ),
  );
  await assert.rejects(start({ heartbeatMs: 6000 }), /heartbeatMs 6000 is too long for leaseTtlMs 10000/);
  await assert.rejects(start({ leaseTTLMs: 9000 }), /not a stage parameter: leaseTTLMs/);
  assert.deepEqual(said, []);
});

test('a wrong form is named, by itself and against the stage', async () => {
  await assert.rejects(checkedStage({}, [form, form]), /form "event-registration": defined twice/);
  await assert.rejects(checkedStage({}, [{ ...form, allow: ['https://x.example'] }]), {
    name: 'ConfigError',
    message: /^form "event-registration": "https:.*" is not a host that can be allowed/,
  });
  await assert.rejects(
    checkedStage({ workerTimeoutSeconds: 60 }, [{ ...form, timeouts: { proofMs: 55_000 } }]),
    /form "event-registration": timeouts\.proofMs and reserveMs need 61000 ms, workerTimeoutSeconds is 60/,
  );
});

test('what the local stage has is accepted', async () => {
  const stage = await checkedStage({ batchSize: 2 }, forms);
  assert.deepEqual([stage.batchSize, stage.maxConcurrency], [2, 3]);
});
