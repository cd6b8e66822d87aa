/** Sends one message to a running local stack: `node local/run.mjs local/send.ts --endpoint URL '{"form":…}'`. */
import { parseArgs } from 'node:util';
import { QUEUE_NAME, queueUrlOf, sendMessages, sqsClient } from './queues.ts';

const { values, positionals } = parseArgs({
  options: { endpoint: { type: 'string' } },
  allowPositionals: true,
});
const [body] = positionals;
if (!values.endpoint || body === undefined || positionals.length > 1) {
  console.error(`usage: node local/run.mjs local/send.ts --endpoint URL '{"form":"…","data":{…}}'`);
  process.exit(1);
}
try {
  const client = sqsClient(values.endpoint);
  const [messageId] = await sendMessages(client, queueUrlOf(values.endpoint, QUEUE_NAME), [
    withCreatedAt(body),
  ]);
  console.log(`sent: message ${messageId}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** A producer dates its messages: the queue's own date starts anew when a message is parked and sent again. */
function withCreatedAt(text: string): unknown {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message !== 'object' || message === null || Array.isArray(message)) return text;
    return { createdAt: new Date().toISOString(), ...message };
  } catch {
    // Sent as it is: to see how the worker parks it.
    return text;
  }
}
