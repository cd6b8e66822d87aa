/** Sends one message to a running local stack: `node local/run.mjs local/send.ts --endpoint URL '{"form":…}'`. */
import { parseArgs } from 'node:util';
import { argumentsOr } from '../cli/arguments.ts';
import { messageOf } from '../lib/submission/errors.ts';
import { QUEUE_NAME, queueUrlOf, sendMessages, sqsClient } from './queues.ts';

const USAGE = `usage: node local/run.mjs local/send.ts --endpoint URL '{"form":"…","data":{…}}'`;

const { endpoint, body } = await argumentsOr(USAGE, () => {
  const { values, positionals } = parseArgs({
    options: { endpoint: { type: 'string' } },
    allowPositionals: true,
  });
  const [body] = positionals;
  if (!values.endpoint || body === undefined || positionals.length > 1) {
    throw new Error('One address and one message are needed.');
  }
  return { endpoint: values.endpoint, body };
});
try {
  const client = sqsClient(endpoint);
  const [messageId] = await sendMessages(client, queueUrlOf(endpoint, QUEUE_NAME), [withCreatedAt(body)]);
  console.log(`sent: message ${messageId}`);
} catch (error) {
  console.error(messageOf(error));
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
