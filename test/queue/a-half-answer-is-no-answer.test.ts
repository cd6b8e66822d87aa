import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { queueClient } from '../../lib/queue/client.ts';
import { listen } from '../egress/support.ts';

test('a queue that stops in the middle of its answer is given up in time, or a worker would poll no more', {
  timeout: 20_000,
}, async (t) => {
  const port = await listen(
    t,
    createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).write('{');
    }),
  );
  const client = queueClient({ endpoint: `http://127.0.0.1:${port}`, tries: 1, timeoutMs: 300 });
  t.after(() => client.destroy());
  const startedMs = performance.now();
  await assert.rejects(client.send(new ReceiveMessageCommand({ QueueUrl: `http://127.0.0.1:${port}/0/q` })));
  assert.ok(performance.now() - startedMs < 5_000);
});
