import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import type { Delivery, Parking } from '../submission/ports.ts';
import { fitting, printable } from './parked-errors.ts';

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
      errors: printable(JSON.stringify(fitting(parking.errors))),
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
