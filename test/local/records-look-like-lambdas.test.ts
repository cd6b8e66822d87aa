import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { toEvent } from '../../lib/queue/event.ts';
import { createQueues, queuesOf } from '../../local/event-source/queues.ts';
import { REGION, sqsClient, startSqs } from '../../local/queues.ts';

test('a received message becomes the record that Lambda would hand over', async (t) => {
  const emulator = await startSqs();
  t.after(() => emulator.stop());
  const client = sqsClient(emulator.endpoint);
  const queues = queuesOf({ Q: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'q' } } }, REGION);
  const QueueUrl = (await createQueues(client, queues)).get('Q');
  const before = Date.now();
  const { MessageId } = await client.send(
    new SendMessageCommand({
      QueueUrl,
      MessageBody: 'hello',
      MessageAttributes: {
        createdAt: { DataType: 'String', StringValue: '2026-01-31T09:00:00Z' },
        raw: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2, 255]) },
      },
    }),
  );
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    }),
  );
  const [record] = toEvent(Messages, queues[0]?.arn ?? '', REGION).Records;
  assert.ok(record);
  assert.equal(record.messageId, MessageId);
  assert.equal(record.receiptHandle, Messages[0]?.ReceiptHandle);
  assert.equal(record.body, 'hello');
  assert.equal(record.md5OfBody, '5d41402abc4b2a76b9719d911017c592');
  assert.equal(record.eventSource, 'aws:sqs');
  assert.equal(record.eventSourceARN, `arn:aws:sqs:${REGION}:000000000000:q`);
  assert.equal(record.awsRegion, REGION);
  assert.equal(record.attributes.ApproximateReceiveCount, '1');
  const sent = Number(record.attributes.SentTimestamp);
  assert.ok(sent >= before && sent <= Date.now(), `sent at ${sent}`);
  assert.deepEqual(record.messageAttributes, {
    createdAt: {
      stringValue: '2026-01-31T09:00:00Z',
      stringListValues: [],
      binaryListValues: [],
      dataType: 'String',
    },
    raw: { binaryValue: 'AQL/', stringListValues: [], binaryListValues: [], dataType: 'Binary' },
  });
});
