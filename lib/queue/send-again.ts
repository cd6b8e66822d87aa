import {
  DeleteMessageCommand,
  type Message,
  type MessageAttributeValue,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { sentMs } from './parked-walk.ts';

/** How the name of SQS' error ends for a message that is larger than the queue allows. */
const TOO_LARGE = 'InvalidParameterValue';

export interface ParkingQueues {
  readonly client: Pick<SQSClient, 'send'>;
  readonly sourceUrl: string;
  readonly parkingUrl: string;
}

type Attributes = Readonly<Record<string, MessageAttributeValue>>;

/**
 * Sends a parked message to the queue of submissions again, as old as it was: `createdAt` goes along, so that one which outlived
 * its record is still parked as stale.
 * @returns the new message's id, `undefined` where the queue does not take one so large. @throws Error where it takes none
 */
export function sendAgain(queues: ParkingQueues, message: Message): Promise<string | undefined> {
  return move(queues, queues.sourceUrl, message, { createdAt: createdAtOf(message) });
}

/** Puts a fresh copy into the parking queue, so that its retention starts anew. Answers like `sendAgain`. */
export function parkAnew(queues: ParkingQueues, message: Message): Promise<string | undefined> {
  const attributes = { ...message.MessageAttributes, createdAt: createdAtOf(message) };
  return move(queues, queues.parkingUrl, message, attributes);
}

export async function remove(
  { client, parkingUrl }: Pick<ParkingQueues, 'client' | 'parkingUrl'>,
  { ReceiptHandle }: Message,
): Promise<void> {
  await client.send(new DeleteMessageCommand({ QueueUrl: parkingUrl, ReceiptHandle }));
}

/**
 * First sent, then deleted. Whoever dies in between leaves a duplicate, which the ledger skips; the other order would lose it.
 */
async function move(
  queues: ParkingQueues,
  to: string,
  message: Message,
  attributes: Attributes,
): Promise<string | undefined> {
  let id: string | undefined;
  try {
    const sent = await queues.client.send(
      new SendMessageCommand({
        QueueUrl: to,
        MessageBody: message.Body,
        MessageAttributes: { ...attributes },
      }),
    );
    id = sent.MessageId ?? '';
  } catch (thrown) {
    if ((thrown as Error).name.endsWith(TOO_LARGE)) return undefined;
    throw thrown;
  }
  await remove(queues, message);
  return id;
}

function createdAtOf(message: Message): MessageAttributeValue {
  return (
    message.MessageAttributes?.createdAt ?? {
      DataType: 'String',
      StringValue: new Date(sentMs(message)).toISOString(),
    }
  );
}
