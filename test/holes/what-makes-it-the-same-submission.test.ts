import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SQSRecord } from 'aws-lambda';
import type { Browsers } from '../../lib/senders/gated-context.ts';
import { recordOf } from '../support/record.ts';
import { html, PAGE, RECEIPT, startTarget } from '../support/target.ts';
import { message, remaining, startWorld } from '../support/worker.ts';
import { formWithNote } from './support.ts';

const text = (value: string) => ({ stringValue: value, dataType: 'String' }) as const;

/** The same intent, as queue, producer and tracing wrap it differently each time. */
const WRAPPINGS: readonly ((record: SQSRecord) => SQSRecord)[] = [
  (record) => record,
  (record) => ({ ...record, messageId: 'another', receiptHandle: 'another' }),
  (record) => ({
    ...record,
    attributes: {
      ...record.attributes,
      ApproximateReceiveCount: '7',
      SentTimestamp: String(Date.now() - 90_000),
    },
  }),
  (record) => ({
    ...record,
    attributes: { ...record.attributes, AWSTraceHeader: 'Root=1-5759e988-bd862e3fe' },
  }),
  (record) => ({
    ...record,
    messageAttributes: { traceparent: text('00-4bf92f3577b34da6a3ce929d0e0e4736-01'), tab: text('tab-7') },
  }),
  (record) => ({ ...record, awsRegion: 'eu-west-1', eventSourceARN: 'arn:aws:sqs:eu-west-1:1:q' }),
  (record) => ({
    ...record,
    body: JSON.stringify({ createdAt: new Date().toISOString(), ...JSON.parse(record.body) }),
  }),
  (record) => ({
    ...record,
    body: JSON.stringify({
      ...JSON.parse(record.body),
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    }),
  }),
];

test('nothing of the transport is part of the key: however wrapped, it is sent once', async () => {
  const target = await startTarget((seen, response) =>
    html(response, seen.method === 'POST' ? RECEIPT : PAGE),
  );
  const world = await startWorld({ target, forms: [formWithNote(target)] });
  const record = recordOf('m1', message({ name: 'Ana' }));
  for (const wrap of WRAPPINGS) {
    const answer = await world.newWorker().handle({ Records: [wrap(record)] }, remaining(120_000));
    assert.deepEqual(answer, { batchItemFailures: [] });
  }
  const ends = world.dispositions().map(({ disposition, skipped }) => [disposition, skipped]);
  assert.deepEqual(
    ends,
    WRAPPINGS.map((_, nth) => ['done', nth > 0]),
  );
  assert.equal((await world.keys()).length, 1);
  assert.equal(target.count('POST'), 1);
});

test('the form and each field of the identity are: two of the same data on two forms are two submissions', async () => {
  const target = await startTarget(() => {});
  // The records tell; whether they run does not matter here.
  const browsers: Browsers = {
    newContext: async () => {
      throw new Error('no memory');
    },
  };
  const forms = [formWithNote(target, 'tenant-a'), formWithNote(target, 'tenant-b')];
  const world = await startWorld({ target, forms, browsers });
  const worker = world.newWorker();
  const bodies = ['tenant-a', 'tenant-b'].flatMap((form) =>
    [{ name: 'Ana' }, { name: 'Ben' }, { name: 'Ana' }].map((data) => ({ form, data })),
  );
  for (const [nth, body] of bodies.entries()) {
    await worker.handle({ Records: [recordOf(`m${nth}`, body)] }, remaining(120_000));
  }
  const keys = await world.keys();
  assert.equal(keys.length, 4);
  for (const form of ['tenant-a', 'tenant-b']) {
    assert.equal(keys.filter((key) => key.startsWith(`${form}.`)).length, 2);
  }
});
