import {
  ChangeMessageVisibilityBatchCommand,
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
/** So many receives in a row that bring nothing from before the redrive began: there is nothing more of it, or no end. */
const MAX_IN_VAIN = 20;
/** How the name of SQS' error ends for a message that is larger than the queue allows. */
const TOO_LARGE = 'InvalidParameterValue';

/** The reason of a message that the queue itself moved to parking, after too many receives. */
export const MOVED_BY_QUEUE = 'movedByQueue';
/** The reason, for a person, of a message that stays since it is too large with its createdAt. */
export const REFUSED_BY_QUEUE = 'tooLarge';

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
  /** Parked since the redrive began, and left: perhaps the worker has parked again what was just sent back. */
  readonly later: number;
  /** Whether all were looked at. Not where there are so many that the first ones were seen again before the last. */
  readonly complete: boolean;
}

/**
 * Sends parked messages to the queue of submissions again, each as old as it was: `createdAt` goes along, so that one which
 * outlived its record is still parked as stale.
 *
 * First sent, then deleted. Whoever dies in between leaves a duplicate, which the ledger skips; the other order would lose it.
 * Only what was parked before it began goes back, or it would never end while the worker parks the same ones again.
 * @throws Error of SQS; what was moved until then stays moved
 */
export async function redrive({
  client,
  sourceUrl,
  parkingUrl,
  wanted,
  onMoved,
}: Redrive): Promise<Redriven> {
  const startedMs = Date.now();
  const stayed = new Map<string, number>();
  const stay = (reason: string) => stayed.set(reason, (stayed.get(reason) ?? 0) + 1);
  const seen = new Set<string>();
  const hidden = new Set<Message>();
  let moved = 0;
  let later = 0;

  async function lookAt(message: Message): Promise<void> {
    const reason = message.MessageAttributes?.reason?.StringValue ?? MOVED_BY_QUEUE;
    if (!wanted(reason)) {
      stay(reason);
    } else if (sentMs(message) > startedMs) {
      later += 1;
    } else if (await move(client, message, { sourceUrl, parkingUrl })) {
      hidden.delete(message);
      moved += 1;
      onMoved?.(moved);
    } else {
      stay(REFUSED_BY_QUEUE);
    }
  }

  try {
    for (let inVain = 0; inVain < MAX_IN_VAIN; ) {
      const messages = await receive(client, parkingUrl);
      if (messages.length === 0) return { moved, stayed, later, complete: true };
      for (const message of messages) hidden.add(message);
      const fresh = messages.filter(({ MessageId = '' }) => !seen.has(MessageId));
      for (const { MessageId = '' } of fresh) seen.add(MessageId);
      inVain = fresh.some((message) => sentMs(message) <= startedMs) ? 0 : inVain + 1;
      const looked = await Promise.allSettled(fresh.map(lookAt));
      const failed = looked.find((one) => one.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    }
    return { moved, stayed, later, complete: false };
  } finally {
    // Let them be seen at once, by whoever looks next.
    await show(client, parkingUrl, [...hidden]);
  }
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

/** What the queue itself moved has kept the time at which it was first sent. */
const sentMs = ({ Attributes }: Message) => Number(Attributes?.SentTimestamp);

/** Answers false where the queue of submissions does not take this one. @throws Error where it takes none */
async function move(
  client: Redrive['client'],
  message: Message,
  { sourceUrl, parkingUrl }: Pick<Redrive, 'sourceUrl' | 'parkingUrl'>,
): Promise<boolean> {
  const createdAt =
    message.MessageAttributes?.createdAt?.StringValue ?? new Date(sentMs(message)).toISOString();
  try {
    await client.send(
      new SendMessageCommand({
        QueueUrl: sourceUrl,
        MessageBody: message.Body,
        MessageAttributes: { createdAt: { DataType: 'String', StringValue: createdAt } },
      }),
    );
  } catch (thrown) {
    if ((thrown as Error).name.endsWith(TOO_LARGE)) return false;
    throw thrown;
  }
  await client.send(new DeleteMessageCommand({ QueueUrl: parkingUrl, ReceiptHandle: message.ReceiptHandle }));
  return true;
}

/** Never rejects: they show themselves when their time is over. */
async function show(
  client: Redrive['client'],
  parkingUrl: string,
  messages: readonly Message[],
): Promise<void> {
  const batches = Array.from({ length: Math.ceil(messages.length / BATCH) }, (_, index) =>
    messages.slice(index * BATCH, (index + 1) * BATCH),
  );
  await Promise.allSettled(
    batches.map((batch) =>
      client.send(
        new ChangeMessageVisibilityBatchCommand({
          QueueUrl: parkingUrl,
          Entries: batch.map(({ ReceiptHandle }, index) => ({
            Id: String(index),
            ReceiptHandle,
            VisibilityTimeout: 0,
          })),
        }),
      ),
    ),
  );
}
