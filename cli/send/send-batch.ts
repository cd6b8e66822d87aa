import { setTimeout as sleep } from 'node:timers/promises';
import { type BatchResultErrorEntry, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** SQS takes so many in a batch … */
const BATCH = 10;
/** … and so many bytes in all; it may be more by now, and nothing is gained by it. */
const BATCH_BYTES = 262_144;
/** A part that SQS could not take is sent again so many times, the first after a quarter of a second. */
const TRIES = 5;
const PAUSE_MS = 250;

export interface Entry {
  readonly index: number;
  readonly body: string;
}

export interface BatchAnswer {
  /** The ids of the messages, by index. */
  readonly accepted: ReadonlyMap<number, string>;
  /** Why not, by index. */
  readonly refused: ReadonlyMap<number, string>;
}

/** As few batches as there can be in this order. */
export function batchesOf(entries: readonly Entry[]): Entry[][] {
  const batches: Entry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = Buffer.byteLength(entry.body);
    const last = batches.at(-1);
    if (last === undefined || last.length === BATCH || bytes + size > BATCH_BYTES) {
      batches.push([entry]);
      bytes = size;
    } else {
      last.push(entry);
      bytes += size;
    }
  }
  return batches;
}

/**
 * Sends a batch, and again what of it was not accepted, unless that is the message's own fault.
 * @throws Error where the queue does not answer: perhaps it has them, perhaps not
 */
export async function sendBatch(
  client: Pick<SQSClient, 'send'>,
  queueUrl: string,
  entries: readonly Entry[],
): Promise<BatchAnswer> {
  const accepted = new Map<number, string>();
  const refused = new Map<number, string>();
  let left = entries;
  for (let tried = 1; left.length > 0; tried++) {
    const { Successful = [], Failed = [] } = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: left.map(({ index, body }) => ({ Id: String(index), MessageBody: body })),
      }),
    );
    for (const { Id, MessageId = '' } of Successful) accepted.set(Number(Id), MessageId);
    const failures = new Map(Failed.map((failure) => [Number(failure.Id), failure]));
    // What is in neither list was not accepted, for all we know.
    left = left.filter(({ index }) => {
      if (accepted.has(index)) return false;
      const failure = failures.get(index);
      if (failure?.SenderFault !== true && tried < TRIES) return true;
      refused.set(index, whyOf(failure));
      return false;
    });
    if (left.length > 0) await sleep(PAUSE_MS * 2 ** (tried - 1));
  }
  return { accepted, refused };
}

function whyOf(failure: BatchResultErrorEntry | undefined): string {
  return [failure?.Code, failure?.Message].filter(Boolean).join(': ') || 'the queue does not say why';
}
