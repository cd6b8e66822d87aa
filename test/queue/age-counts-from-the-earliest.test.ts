import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SQSRecord } from 'aws-lambda';
import { createdAtMs } from '../../lib/queue/created-at.ts';

const record = (sentMs: number, attribute?: string) =>
  ({
    attributes: { SentTimestamp: String(sentMs) },
    messageAttributes:
      attribute === undefined ? {} : { createdAt: { stringValue: attribute, dataType: 'String' } },
  }) as unknown as SQSRecord;

test('the earliest of body, attribute and queue: a redriven message does not look young', () => {
  const iso = (ms: number) => new Date(ms).toISOString();
  assert.equal(createdAtMs(record(3_000), undefined), 3_000);
  assert.equal(createdAtMs(record(3_000), 1_000), 1_000);
  assert.equal(createdAtMs(record(3_000, iso(2_000)), undefined), 2_000);
  assert.equal(createdAtMs(record(3_000, iso(2_000)), 5_000), 2_000);
  assert.equal(createdAtMs(record(3_000, 'nonsense'), undefined), 3_000);
});
