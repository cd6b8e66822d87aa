/** SQS on one machine: the emulator in this process, and a client for it. */
import {
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';

export const REGION = 'eu-west-1';
/** The emulator's only account. */
export const ACCOUNT = '000000000000';
/** As in serverless.yml, stage local. */
export const QUEUE_NAME = 'sekali-local-submissions';
export const PARKING_NAME = 'sekali-local-parking';

const COUNTS = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
] as const;

export interface SqsEmulator {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Starts fauxqs in memory (with a data folder, hiding a message for 0 s fails) on a free port of 127.0.0.1. */
export async function startSqs(options: { readonly port?: number } = {}): Promise<SqsEmulator> {
  // Only where the emulator runs: it is much to load for those who only talk to it.
  const { buildApp } = await import('fauxqs');
  // fauxqs' own start function listens on every network interface; this one only on ours.
  const app = buildApp({ logger: false, defaultRegion: REGION });
  const endpoint = await app.listen({ port: options.port ?? 0, host: '127.0.0.1' });
  return { endpoint, stop: async () => void (await app.close()) };
}

/** A client for the emulator. Never for AWS: its credentials are made up. */
export function sqsClient(endpoint: string): SQSClient {
  return new SQSClient({
    endpoint,
    region: REGION,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
}

/** Where a queue is. The emulator's own answer names a host that only some machines resolve. */
export function queueUrlOf(endpoint: string, name: string): string {
  return `${endpoint}/${ACCOUNT}/${name}`;
}

/**
 * Sends bodies, text as it is and anything else as JSON, all at once. Answers the message ids in the order of the bodies.
 * @throws Error that names the limit when a body is larger than the queue takes; then nothing is sent
 */
export async function sendMessages(
  client: SQSClient,
  queueUrl: string,
  bodies: readonly unknown[],
): Promise<string[]> {
  const texts = bodies.map((body) => (typeof body === 'string' ? body : JSON.stringify(body)));
  const limitBytes = await maximumMessageBytes(client, queueUrl);
  for (const text of texts) {
    const bytes = Buffer.byteLength(text);
    if (bytes > limitBytes) {
      throw new Error(
        `This message has ${bytes} bytes; the queue takes at most ${limitBytes} (MaximumMessageSize). Nothing was sent.`,
      );
    }
  }
  return Promise.all(
    texts.map(async (text) => {
      const sent = await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: text }));
      return sent.MessageId ?? '';
    }),
  );
}

async function maximumMessageBytes(client: SQSClient, queueUrl: string): Promise<number> {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['MaximumMessageSize'] }),
  );
  return Number(Attributes?.MaximumMessageSize);
}

/** Messages that are not done with: waiting, hidden while somebody works on them, and not yet due. */
export async function messagesLeft(client: SQSClient, queueUrl: string): Promise<number> {
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: [...COUNTS] }),
  );
  return COUNTS.reduce((sum, name) => sum + Number(Attributes[name]), 0);
}

/** Every message of a queue without taking it away. Hides them from the next look for a minute. */
export async function readMessages(client: SQSClient, queueUrl: string): Promise<Message[]> {
  const all: Message[] = [];
  for (;;) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: 60,
        MessageAttributeNames: ['All'],
      }),
    );
    if (Messages.length === 0) return all;
    all.push(...Messages);
  }
}
