/** Feeds one function from one queue, as Lambda's event source mapping does: on one machine, and where there is no Lambda. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { toEvent } from './event.ts';
import { handledIds } from './handled.ts';

/**
 * Short, since a poll is waited for when the poller is stopped: a message handed to a poll that nobody waits for stays hidden
 * for the queue's whole visibility timeout. 2.6 million polls a month of an empty queue cost about a dollar.
 */
const POLL_SECONDS = 1;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5000;

/** What is read, and how. */
export interface Mapping {
  readonly functionKey: string;
  readonly queue: { readonly name: string; readonly arn: string };
  readonly batchSize: number;
  /** Batches at the same time. */
  readonly maximumConcurrency: number;
  readonly reportsItemFailures: boolean;
}

export interface PollerParts {
  readonly client: SQSClient;
  readonly mapping: Mapping;
  readonly region: string;
  /** Runs the function. Rejects when it throws or runs out of time. */
  invoke(event: SQSEvent): Promise<unknown>;
  /** Creates what is missing of the queues; answers the address of this one. */
  queueUrl(): Promise<string>;
  say(line: string): void;
}

export interface Poller {
  /** Takes no more messages. Resolves when the last poll is over; running batches are left to run. */
  stop(): Promise<void>;
  /** Resolves when no batch runs. Never rejects. */
  idle(): Promise<void>;
}

export function startPoller(parts: PollerParts): Poller {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const polling = poll(parts, running, stopping.signal);
  return {
    stop() {
      stopping.abort();
      return polling;
    },
    async idle() {
      await Promise.all(running);
    },
  };
}

async function poll(parts: PollerParts, running: Set<Promise<void>>, stopped: AbortSignal): Promise<void> {
  const { mapping, say } = parts;
  const stop = once(stopped, 'abort');
  let queueUrl: string | undefined;
  let pauseMs = 0;
  while (!stopped.aborted) {
    if (running.size >= mapping.maximumConcurrency) {
      await Promise.race([...running, stop]);
      continue;
    }
    try {
      queueUrl ??= await parts.queueUrl();
      const messages = await receive(parts, queueUrl);
      if (pauseMs > 0) say(`${mapping.queue.name}: the queue answers again`);
      pauseMs = 0;
      if (messages.length === 0) continue;
      if (stopped.aborted) {
        await giveBack(parts, queueUrl, messages);
        break;
      }
      const batch = handle(parts, queueUrl, messages).finally(() => running.delete(batch));
      running.add(batch);
    } catch (error) {
      if (pauseMs === 0) say(`${mapping.queue.name}: the queue does not answer, trying again: ${error}`);
      pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2 || FIRST_PAUSE_MS);
      // An emulator that was started anew has forgotten its queues.
      queueUrl = undefined;
      await sleep(pauseMs, undefined, { signal: stopped }).catch(() => {});
    }
  }
}

async function receive({ client, mapping }: PollerParts, queueUrl: string): Promise<Message[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      // What is there is a batch; nothing waits for it to fill up.
      MaxNumberOfMessages: mapping.batchSize,
      WaitTimeSeconds: POLL_SECONDS,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    }),
  );
  return Messages;
}

/** Never rejects: what goes wrong leaves the messages in the queue, which hands them out again. */
async function handle(parts: PollerParts, queueUrl: string, messages: Message[]): Promise<void> {
  const { mapping, invoke, region, say } = parts;
  const ids = messages.map(({ MessageId }) => MessageId ?? '');
  try {
    const answer = await invoke(toEvent(messages, mapping.queue.arn, region));
    const handled = mapping.reportsItemFailures ? handledIds(ids, answer) : ids;
    await remove(
      parts,
      queueUrl,
      messages.filter(({ MessageId = '' }) => handled.includes(MessageId)),
    );
  } catch (error) {
    say(`${mapping.functionKey}: batch failed, its messages stay in the queue: ${ids.join(', ')}: ${error}`);
  }
}

async function remove({ client, say }: PollerParts, queueUrl: string, messages: Message[]): Promise<void> {
  if (messages.length === 0) return;
  const { Failed = [] } = await client.send(
    new DeleteMessageBatchCommand({
      QueueUrl: queueUrl,
      Entries: messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
    }),
  );
  for (const { Id, Message: reason } of Failed) {
    say(`message ${messages[Number(Id)]?.MessageId} was handled but not deleted: ${reason}`);
  }
}

/** Received by a poll that was under way when the poller was stopped: somebody else may have them at once. */
async function giveBack({ client }: PollerParts, queueUrl: string, messages: Message[]): Promise<void> {
  const now = messages.map(({ ReceiptHandle }) =>
    client.send(
      new ChangeMessageVisibilityCommand({ QueueUrl: queueUrl, ReceiptHandle, VisibilityTimeout: 0 }),
    ),
  );
  await Promise.all(now);
}
