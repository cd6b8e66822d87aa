import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SQSEvent } from 'aws-lambda';
import fc from 'fast-check';
import { type BatchWorld, runBatch } from '../../lib/queue/batch.ts';
import type { Disposition } from '../../lib/submission/dispositions.ts';
import { recordOf } from '../support/record.ts';
import { POLICY } from '../support/turn.ts';

type Plan = Disposition | Error;

/** Runs a batch whose deliveries come to what is planned; SQS commands are recorded, and fail where told. */
async function run(plans: readonly Plan[], fails: (command: string) => boolean = () => false, receives = 1) {
  const sent: { readonly name: string; readonly input: Record<string, unknown> }[] = [];
  const event: SQSEvent = {
    Records: plans.map((_, nth) => recordOf(`m${nth}`, `body of m${nth}`, receives)),
  };
  const world: BatchWorld = {
    queues: {
      client: {
        send: async (command: {
          readonly constructor: { readonly name: string };
          readonly input: object;
        }) => {
          const { name } = command.constructor;
          if (fails(name)) throw new Error(`${name} failed`);
          sent.push({ name, input: command.input as Record<string, unknown> });
          return {};
        },
      } as unknown as BatchWorld['queues']['client'],
      sourceUrl: 'source',
      parkingUrl: 'parking',
      maxHideMs: 42_600_000,
    },
    telemetry: { info() {}, warn() {}, count() {} },
    outcomes: { tellParked: async () => true },
    remainingMs: () => 30_000,
    policy: POLICY,
    handle: async ({ messageId }) => {
      const plan = plans[Number(messageId.slice(1))];
      if (plan === undefined || plan instanceof Error) throw plan;
      return { disposition: plan, createdAtMs: 1_000, key: `k.${messageId}` };
    },
  };
  const { batchItemFailures } = await runBatch(event, world);
  return { failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), sent };
}

const DONE: Disposition = { kind: 'done', phase: 'submitted', skipped: false };
const RETRY: Disposition = { kind: 'retry', afterMs: 12_300, why: 'held' };
const PARKED: Disposition = {
  kind: 'parked',
  reason: 'malformed',
  errors: [{ field: 'data', message: 'is missing' }],
};

test('only what must come again is reported, by its own id', async () => {
  assert.deepEqual((await run([DONE, RETRY, PARKED])).failed, ['m1']);
  assert.deepEqual((await run([DONE, PARKED])).failed, []);
});

test('a delivery that made the worker itself fail comes again, its siblings are unharmed', async () => {
  assert.deepEqual((await run([new Error('a bug'), DONE])).failed, ['m0']);
});

test('a fault that never ends is parked before the queue moves it without a reason', async () => {
  const { failed, sent } = await run([new Error('a bug')], () => false, 90);
  assert.deepEqual(failed, []);
  assert.equal(sent[0]?.name, 'SendMessageCommand');
});

test('parking that fails is no parking: the message comes again', async () => {
  assert.deepEqual((await run([PARKED], (name) => name === 'SendMessageCommand')).failed, ['m0']);
});

test('a visibility that cannot be set changes no disposition', async () => {
  const { failed } = await run([DONE, RETRY, PARKED], (name) => name === 'ChangeMessageVisibilityCommand');
  assert.deepEqual(failed, ['m1']);
});

test('a deferred message is hidden for as long as asked, rounded up; a finished sibling until the batch is over', async () => {
  const { sent } = await run([RETRY, DONE]);
  const hidden = sent.map(({ input }) => [input.ReceiptHandle, input.VisibilityTimeout]);
  assert.deepEqual(hidden.sort(), [
    ['handle-m0', 13],
    ['handle-m1', 35],
  ]);
});

test('a parked copy has the body unchanged, and says why', async () => {
  const [{ name, input } = { name: '', input: {} }] = (await run([PARKED])).sent;
  assert.equal(name, 'SendMessageCommand');
  assert.equal(input.QueueUrl, 'parking');
  assert.equal(input.MessageBody, 'body of m0');
  const attributes = Object.fromEntries(
    Object.entries(input.MessageAttributes as Record<string, { StringValue: string }>).map(([key, value]) => [
      key,
      value.StringValue,
    ]),
  );
  assert.deepEqual(attributes, {
    reason: 'malformed',
    errors: '[{"field":"data","message":"is missing"}]',
    createdAt: '1970-01-01T00:00:01.000Z',
    key: 'k.m0',
  });
});

test('errors are cut to what SQS takes, and hold no character that it refuses', async () => {
  const errors = Array.from({ length: 200 }, (_, nth) => ({
    field: `f${nth}\u0000`,
    message: '\ud800é'.repeat(20),
  }));
  const [{ input } = { input: {} as Record<string, unknown> }] = (await run([{ ...PARKED, errors }])).sent;
  const text = (input.MessageAttributes as Record<string, { StringValue: string }>).errors?.StringValue ?? '';
  assert.ok(Buffer.byteLength(text) <= 4_096);
  assert.ok(JSON.parse(text).length > 10);
  assert.ok(text.isWellFormed());
});

test('whatever happens: ids are a subset of those received, and exactly those that are not over', async () => {
  const plans = fc.array(fc.constantFrom<Plan>(DONE, RETRY, PARKED, new Error('a bug')), {
    minLength: 1,
    maxLength: 10,
  });
  await fc.assert(
    fc.asyncProperty(plans, fc.boolean(), async (batch, parkingFails) => {
      const { failed } = await run(batch, (name) => parkingFails && name === 'SendMessageCommand');
      const expected = batch.flatMap((plan, nth) => {
        const again =
          plan instanceof Error || plan.kind === 'retry' || (plan.kind === 'parked' && parkingFails);
        return again ? [`m${nth}`] : [];
      });
      assert.deepEqual(failed, expected);
    }),
    { numRuns: 50 },
  );
});
