import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  CreateQueueCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { MOVED_BY_QUEUE, redrive } from '../../lib/queue/redrive.ts';
import { queueUrlOf, type SqsEmulator, sqsClient, startSqs } from '../../local/queues.ts';

let emulator: SqsEmulator;
let client: SQSClient;
let queues = 0;
before(async () => {
  emulator = await startSqs();
  client = sqsClient(emulator.endpoint);
});
after(async () => {
  client.destroy();
  await emulator.stop();
});

async function pair() {
  queues += 1;
  const [source, parking] = [`source-${queues}`, `parking-${queues}`];
  for (const QueueName of [source, parking]) await client.send(new CreateQueueCommand({ QueueName }));
  return {
    client,
    sourceUrl: queueUrlOf(emulator.endpoint, source),
    parkingUrl: queueUrlOf(emulator.endpoint, parking),
  };
}

async function park(parkingUrl: string, body: string, attributes: Record<string, string>): Promise<void> {
  const MessageAttributes = Object.fromEntries(
    Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
  );
  await client.send(new SendMessageCommand({ QueueUrl: parkingUrl, MessageBody: body, MessageAttributes }));
}

/** All that can be received now, hidden ones not among them. */
async function all(QueueUrl: string) {
  const found: { readonly body: string; readonly createdAt: string | undefined }[] = [];
  for (;;) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, MessageAttributeNames: ['All'] }),
    );
    if (Messages.length === 0) return found.sort((a, b) => a.body.localeCompare(b.body));
    found.push(
      ...Messages.map(({ Body = '', MessageAttributes }) => ({
        body: Body,
        createdAt: MessageAttributes?.createdAt?.StringValue,
      })),
    );
  }
}

test('the wanted ones go back with their age, the others are there to be seen', async () => {
  const on = await pair();
  const createdAt = '2026-01-01T00:00:00.000Z';
  for (let index = 0; index < 23; index++) {
    await park(on.parkingUrl, `attempts-${index}`, { reason: 'attempts', createdAt });
    await park(on.parkingUrl, `unknown-${index}`, { reason: 'unknown', createdAt });
  }
  const progress: number[] = [];
  const { moved, stayed } = await redrive({
    ...on,
    wanted: (reason) => reason !== 'unknown',
    onMoved: (count) => progress.push(count),
  });
  assert.deepEqual([moved, [...stayed], progress.length], [23, [['unknown', 23]], 23]);

  const back = await all(on.sourceUrl);
  assert.equal(new Set(back.map(({ body }) => body)).size, 23);
  assert.ok(back.every((one) => one.body.startsWith('attempts-') && one.createdAt === createdAt));
  const left = await all(on.parkingUrl);
  assert.equal(left.length, 23);
  assert.ok(left.every(({ body }) => body.startsWith('unknown-')));
});

test('one that the queue itself moved has no reason, and is as old as it was sent', async () => {
  const on = await pair();
  const before = Date.now();
  await park(on.parkingUrl, 'moved', {});
  const { moved } = await redrive({ ...on, wanted: (reason) => reason === MOVED_BY_QUEUE });
  assert.equal(moved, 1);
  const [back] = await all(on.sourceUrl);
  const ageMs = Date.parse(back?.createdAt ?? '') - before;
  assert.ok(ageMs >= -1_000 && ageMs < 5_000, back?.createdAt);
});

test('what the queue of submissions does not take stays parked', async () => {
  const on = await pair();
  await park(on.parkingUrl, 'dear', { reason: 'attempts' });
  const sourceUrl = queueUrlOf(emulator.endpoint, 'no-such-queue');
  await assert.rejects(redrive({ ...on, sourceUrl, wanted: () => true }));
  assert.deepEqual(
    (await all(on.parkingUrl)).map(({ body }) => body),
    ['dear'],
  );
});

test('what the worker parks again meanwhile is left for the next time, or it would never end', async () => {
  const on = await pair();
  for (let index = 0; index < 12; index++) await park(on.parkingUrl, `bad-${index}`, { reason: 'malformed' });
  let sent = 0;
  const send = (async (command: SendMessageCommand) => {
    const answer = await client.send(command);
    if (command instanceof SendMessageCommand) {
      assert.ok(++sent <= 12, 'sent again and again');
      await park(on.parkingUrl, String(command.input.MessageBody), { reason: 'malformed' });
    }
    return answer;
  }) as SQSClient['send'];
  const { moved, later, complete } = await redrive({ ...on, client: { send }, wanted: () => true });
  assert.deepEqual([moved, later, complete], [12, 12, true]);
  assert.equal((await all(on.parkingUrl)).length, 12);
});

test('one that is too large with its age stays, and keeps nobody else from going', async () => {
  const on = await pair();
  const MaximumMessageSize = '1024';
  await client.send(
    new SetQueueAttributesCommand({ QueueUrl: on.sourceUrl, Attributes: { MaximumMessageSize } }),
  );
  await park(on.parkingUrl, 'x'.repeat(1_024), { reason: 'attempts' });
  for (let index = 0; index < 11; index++) await park(on.parkingUrl, `ok-${index}`, { reason: 'attempts' });
  const { moved, stayed } = await redrive({ ...on, wanted: () => true });
  assert.deepEqual([moved, [...stayed]], [11, [['tooLarge', 1]]]);
  assert.equal((await all(on.parkingUrl)).length, 1);
});

/** A parking queue that hands out these batches, then the last one again and again. */
function handingOut(...batches: readonly (readonly string[])[]) {
  let calls = 0;
  const message = (name: string): Message => ({
    MessageId: name,
    Body: name,
    Attributes: { SentTimestamp: '1' },
    MessageAttributes: { reason: { DataType: 'String', StringValue: name.split('-')[0] } },
  });
  const send = (async (command: unknown) => {
    if (!(command instanceof ReceiveMessageCommand)) return {};
    return { Messages: (batches[calls++] ?? batches.at(-1))?.map(message) };
  }) as SQSClient['send'];
  return {
    client: { send },
    sourceUrl: 's',
    parkingUrl: 'p',
    wanted: (reason: string) => reason !== 'unknown',
  };
}

test('those that stay may be seen again before the last is looked at; what was not looked at is not kept quiet', async () => {
  const again = await redrive(handingOut(['unknown-1'], ['unknown-1'], ['attempts-1'], []));
  assert.deepEqual([again.moved, again.complete, [...again.stayed]], [1, true, [['unknown', 1]]]);
  const endless = await redrive(handingOut(['unknown-1'], ['attempts-1'], ['unknown-1']));
  assert.deepEqual([endless.moved, endless.complete], [1, false]);
});
