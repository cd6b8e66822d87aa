import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { messagesLeft, REGION, type SqsEmulator, sqsClient, startSqs } from '../../local/queues.ts';
import { type DecideCall, type SqsProxy, startSqsProxy } from './sqs-proxy.ts';

let emulator: SqsEmulator;
let proxy: SqsProxy;
let direct: SQSClient;
let client: SQSClient;
let queueUrl: string;
let decide: DecideCall;
before(async () => {
  emulator = await startSqs();
  proxy = await startSqsProxy({ upstream: () => emulator.endpoint, decide: (call) => decide(call) });
  direct = sqsClient(emulator.endpoint);
  client = new SQSClient({
    endpoint: proxy.url,
    region: REGION,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  const { QueueUrl = '' } = await direct.send(new CreateQueueCommand({ QueueName: 'q' }));
  queueUrl = QueueUrl;
});
after(async () => {
  client.destroy();
  direct.destroy();
  await proxy.stop();
  await emulator.stop();
});
beforeEach(() => {
  decide = () => 'pass';
});

const send = (signal?: AbortSignal) =>
  client.send(
    new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: 'x' }),
    signal === undefined ? {} : { abortSignal: signal },
  );
const left = () => messagesLeft(direct, queueUrl);

test('passed on, with the action and the queue told', async () => {
  await send();
  assert.equal(await left(), 1);
  const { action, queue, body } = proxy.calls.at(-1) ?? {};
  assert.deepEqual([action, queue, body?.MessageBody], ['SendMessage', 'q', 'x']);
});

test('failed, hung and refused: not executed; lost: executed', async () => {
  const leftBefore = await left();
  decide = () => 'fail';
  await assert.rejects(send(), { name: 'InternalFailure' });
  decide = () => 'hang';
  await assert.rejects(send(AbortSignal.timeout(200)));
  decide = ({ action }) =>
    action === 'ChangeMessageVisibility' ? { refuse: 'ReceiptHandleIsInvalid' } : 'pass';
  await assert.rejects(
    client.send(
      new ChangeMessageVisibilityCommand({ QueueUrl: queueUrl, ReceiptHandle: 'h', VisibilityTimeout: 1 }),
    ),
    { name: 'ReceiptHandleIsInvalid' },
  );
  assert.equal(await left(), leftBefore);
  decide = () => 'lose';
  await assert.rejects(send(), { code: 'ECONNRESET' });
  assert.equal(await left(), leftBefore + 1);
});
