import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import type { FieldError } from '../submission/errors.ts';
import type { Delivery, Parking } from '../submission/ports.ts';

/** SQS refuses longer. */
const MAX_ATTRIBUTE_BYTES = 4_096;

export interface Queues {
  readonly client: Pick<SQSClient, 'send'>;
  readonly sourceUrl: string;
  readonly parkingUrl: string;
  /** SQS hides a message for at most 12 h after it was received. */
  readonly maxHideMs: number;
}

/** One receipt of an SQS message. It never sends to its own source queue: Lambda stops such loops at 16 hops. */
export class SqsDelivery implements Delivery {
  readonly #record: SQSRecord;
  readonly #queues: Queues;

  constructor(record: SQSRecord, queues: Queues) {
    this.#record = record;
    this.#queues = queues;
  }

  get messageId(): string {
    return this.#record.messageId;
  }

  get receives(): number {
    return Number(this.#record.attributes.ApproximateReceiveCount);
  }

  async hide(ms: number, signal?: AbortSignal): Promise<void> {
    // Relative to now, and rounded up: a second too long costs a second, a second too short a needless delivery.
    const seconds = Math.ceil(Math.min(Math.max(ms, 0), this.#queues.maxHideMs) / 1000);
    await this.#queues.client.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: this.#queues.sourceUrl,
        ReceiptHandle: this.#record.receiptHandle,
        VisibilityTimeout: seconds,
      }),
      signal === undefined ? {} : { abortSignal: signal },
    );
  }

  async park(parking: Parking): Promise<void> {
    const attributes = {
      reason: parking.reason,
      errors: errorsAttribute(parking.errors),
      createdAt: new Date(parking.createdAtMs).toISOString(),
      ...(parking.key === undefined ? {} : { key: parking.key }),
      ...(parking.phase === undefined ? {} : { phase: parking.phase }),
    };
    await this.#queues.client.send(
      new SendMessageCommand({
        QueueUrl: this.#queues.parkingUrl,
        MessageBody: this.#record.body,
        MessageAttributes: Object.fromEntries(
          Object.entries(attributes).map(([name, value]) => [
            name,
            { DataType: 'String', StringValue: value },
          ]),
        ),
      }),
    );
  }
}

/** As many of the errors as fit, as JSON. */
function errorsAttribute(errors: readonly FieldError[]): string {
  for (let count = errors.length; count > 0; count--) {
    const text = printable(JSON.stringify(errors.slice(0, count)));
    if (Buffer.byteLength(text) <= MAX_ATTRIBUTE_BYTES) return text;
  }
  const first = errors[0] ?? { field: '', message: '' };
  return printable(
    JSON.stringify([{ field: first.field.slice(0, 200), message: first.message.slice(0, 600) }]),
  );
}

/** SQS refuses control characters and half characters in attributes. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the ones to be taken out
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}
