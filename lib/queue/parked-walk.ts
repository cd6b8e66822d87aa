import {
  ChangeMessageVisibilityBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/** SQS hands out at most so many at once. */
const BATCH = 10;
/** A queue that seems empty once may have a message on another of its servers; asked with a wait, all are. */
const WAIT_SECONDS = 1;
/** So many receives in a row that bring nothing from before the walk began: there is nothing more of it, or no end. */
const MAX_IN_VAIN = 20;

/** The reason of a message that the queue itself moved to parking, after too many receives. */
export const MOVED_BY_QUEUE = 'movedByQueue';

export interface WalkOptions {
  readonly client: Pick<SQSClient, 'send'>;
  readonly parkingUrl: string;
  /** Hidden from others while it goes on, and from ourselves while the rest is looked through. */
  readonly hideSeconds: number;
}

/**
 * A walk through the parking queue. SQS has no way to look without taking: what is seen is hidden meanwhile, and shown again at
 * the `end`, unless it was taken.
 */
export class ParkedWalk {
  readonly startedMs = Date.now();
  readonly #options: WalkOptions;
  readonly #seen = new Set<string>();
  readonly #hidden = new Set<Message>();
  #complete = false;

  constructor(options: WalkOptions) {
    this.#options = options;
  }

  /** Whether all were looked at. Not where there are so many that the first ones were seen again before the last. */
  get complete(): boolean {
    return this.#complete;
  }

  /** Each message once, some at a time. @throws Error of SQS */
  async *batches(): AsyncGenerator<readonly Message[]> {
    for (let inVain = 0; inVain < MAX_IN_VAIN; ) {
      const messages = await this.#receive();
      if (messages.length === 0) {
        this.#complete = true;
        return;
      }
      for (const message of messages) this.#hidden.add(message);
      const fresh = messages.filter(({ MessageId = '' }) => !this.#seen.has(MessageId));
      for (const { MessageId = '' } of fresh) this.#seen.add(MessageId);
      inVain = fresh.some((message) => sentMs(message) <= this.startedMs) ? 0 : inVain + 1;
      yield fresh;
    }
  }

  /** It is no longer in the queue. */
  taken(message: Message): void {
    this.#hidden.delete(message);
  }

  /** Lets the rest be seen at once, by whoever looks next. Never rejects: they show themselves when their time is over. */
  async end(): Promise<void> {
    const messages = [...this.#hidden];
    const batches = Array.from({ length: Math.ceil(messages.length / BATCH) }, (_, index) =>
      messages.slice(index * BATCH, (index + 1) * BATCH),
    );
    await Promise.allSettled(batches.map((batch) => this.#show(batch)));
  }

  async #receive(): Promise<Message[]> {
    const { client, parkingUrl, hideSeconds } = this.#options;
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: parkingUrl,
        MaxNumberOfMessages: BATCH,
        WaitTimeSeconds: WAIT_SECONDS,
        VisibilityTimeout: hideSeconds,
        MessageAttributeNames: ['All'],
        MessageSystemAttributeNames: ['SentTimestamp'],
      }),
    );
    return Messages;
  }

  async #show(batch: readonly Message[]): Promise<void> {
    const { client, parkingUrl } = this.#options;
    await client.send(
      new ChangeMessageVisibilityBatchCommand({
        QueueUrl: parkingUrl,
        Entries: batch.map(({ ReceiptHandle }, index) => ({
          Id: String(index),
          ReceiptHandle,
          VisibilityTimeout: 0,
        })),
      }),
    );
  }
}

/** Why it was parked. */
export function reasonOf({ MessageAttributes }: Message): string {
  return MessageAttributes?.reason?.StringValue ?? MOVED_BY_QUEUE;
}

/** When it was put into the queue. What the queue itself moved has kept the time at which it was first sent. */
export function sentMs({ Attributes }: Message): number {
  return Number(Attributes?.SentTimestamp);
}
