import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/** Hidden from others while it is moved, and from ourselves while the rest is looked through. */
const HIDE_SECONDS = 120;
/** SQS hands out at most so many at once. */
const BATCH = 10;
/** A queue that seems empty once may have a message on another of its servers; asked with a wait, all are. */
const WAIT_SECONDS = 1;

/** The reason of a message that the queue itself moved to parking, after too many receives. */
export const MOVED_BY_QUEUE = 'movedByQueue';

export interface Redrive {
  readonly client: Pick<SQSClient, 'send'>;
  readonly sourceUrl: string;
  readonly parkingUrl: string;
  /** Whether a message that was parked for this reason shall go back. */
  readonly wanted: (reason: string) => boolean;
  readonly onMoved?: (moved: number) => void;
}

/** How many went back, and how many stayed, by their reason. */
export interface Redriven {
  readonly moved: number;
  readonly stayed: ReadonlyMap<string, number>;
}

/**
 * Sends parked messages to the queue of submissions again, each as old as it was: `createdAt` goes along, so that one which
 * outlived its record is still parked as stale.
 *
 * First sent, then deleted. Whoever dies in between leaves a duplicate, which the ledger skips; the other order would lose it.
 * @throws Error of SQS; what was moved until then stays moved
 */
export async function redrive({
  client,
  sourceUrl,
  parkingUrl,
  wanted,
  onMoved,
}: Redrive): Promise<Redriven> {
  const stayed = new Map<string, number>();
  const seen = new Set<string>();
  const hidden = new Set<Message>();
  let moved = 0;
  try {
    for (;;) {
      const messages = await receive(client, parkingUrl);
      for (const message of messages) hidden.add(message);
      const fresh = messages.filter(({ MessageId = '' }) => !seen.has(MessageId));
      // Those that stay come again once they are no longer hidden: then all have been looked at.
      if (fresh.length === 0) break;
      for (const message of fresh) {
        seen.add(message.MessageId ?? '');
        const reason = message.MessageAttributes?.reason?.StringValue ?? MOVED_BY_QUEUE;
        if (!wanted(reason)) {
          stayed.set(reason, (stayed.get(reason) ?? 0) + 1);
          continue;
        }
        await move(client, message, { sourceUrl, parkingUrl });
        hidden.delete(message);
        moved += 1;
        onMoved?.(moved);
      }
    }
  } finally {
    // Let them be seen at once, by whoever looks next.
    await Promise.allSettled([...hidden].map((message) => show(client, parkingUrl, message)));
  }
  return { moved, stayed };
}

async function receive(client: Redrive['client'], parkingUrl: string): Promise<Message[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: parkingUrl,
      MaxNumberOfMessages: BATCH,
      WaitTimeSeconds: WAIT_SECONDS,
      VisibilityTimeout: HIDE_SECONDS,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['SentTimestamp'],
    }),
  );
  return Messages;
}

async function move(
  client: Redrive['client'],
  message: Message,
  { sourceUrl, parkingUrl }: Pick<Redrive, 'sourceUrl' | 'parkingUrl'>,
): Promise<void> {
  // What the queue itself moved has kept the time at which it was first sent.
  const sentAt = new Date(Number(message.Attributes?.SentTimestamp)).toISOString();
  const createdAt = message.MessageAttributes?.createdAt?.StringValue ?? sentAt;
  await client.send(
    new SendMessageCommand({
      QueueUrl: sourceUrl,
      MessageBody: message.Body,
      MessageAttributes: { createdAt: { DataType: 'String', StringValue: createdAt } },
    }),
  );
  await client.send(new DeleteMessageCommand({ QueueUrl: parkingUrl, ReceiptHandle: message.ReceiptHandle }));
}

async function show(
  client: Redrive['client'],
  parkingUrl: string,
  { ReceiptHandle }: Message,
): Promise<void> {
  await client.send(
    new ChangeMessageVisibilityCommand({ QueueUrl: parkingUrl, ReceiptHandle, VisibilityTimeout: 0 }),
  );
}
