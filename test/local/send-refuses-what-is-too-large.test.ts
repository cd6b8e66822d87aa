import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import {
  messagesLeft,
  QUEUE_NAME,
  queueUrlOf,
  readMessages,
  sqsClient,
  startSqs,
} from '../../local/queues.ts';

const SEND = new URL('../../local/send.ts', import.meta.url).pathname;

async function send(endpoint: string, body: string) {
  const child = spawn(process.execPath, [SEND, '--endpoint', endpoint, body]);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { output, errors, exitCode: child.exitCode };
}

test('a message is dated and sent; one over the queue’s limit is refused with the limit named', async (t) => {
  const emulator = await startSqs();
  t.after(() => emulator.stop());
  const client = sqsClient(emulator.endpoint);
  const queueUrl = queueUrlOf(emulator.endpoint, QUEUE_NAME);
  await client.send(
    new CreateQueueCommand({ QueueName: QUEUE_NAME, Attributes: { MaximumMessageSize: '1024' } }),
  );

  const tooLarge = await send(
    emulator.endpoint,
    JSON.stringify({ form: 'f', data: { text: 'ä'.repeat(600) } }),
  );
  assert.equal(tooLarge.exitCode, 1);
  assert.match(tooLarge.errors, /has 12\d\d bytes; the queue takes at most 1024/);
  assert.equal(await messagesLeft(client, queueUrl), 0);

  const before = Date.now();
  const sent = await send(emulator.endpoint, '{"form":"f","data":{}}');
  assert.deepEqual([sent.exitCode, sent.errors], [0, '']);
  await send(emulator.endpoint, '{"form":"f","createdAt":"2026-01-31T09:00:00Z"}');
  await send(emulator.endpoint, '{"form":');
  const [dated, own, malformed] = (await readMessages(client, queueUrl)).map(({ Body }) => Body ?? '');
  assert.ok(Date.parse(JSON.parse(dated ?? '').createdAt) >= before - 1);
  assert.equal(JSON.parse(own ?? '').createdAt, '2026-01-31T09:00:00Z');
  assert.equal(malformed, '{"form":');
});

test('a call without an address or with two bodies says how to use it', async () => {
  const child = spawn(process.execPath, [SEND, '{}']);
  const [errors] = await Promise.all([text(child.stderr), once(child, 'close')]);
  assert.equal(child.exitCode, 2);
  assert.match(errors, /usage: .*--endpoint URL/);
});
