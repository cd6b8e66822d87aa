import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { afterFault, backoffMs, type Disposition, retry } from '../submission/dispositions.ts';
import { messageOf } from '../submission/errors.ts';
import type { Policy } from '../submission/policy.ts';
import type { Outcomes, Telemetry } from '../submission/ports.ts';
import { fitting } from './parked-errors.ts';
import { type Queues, SqsDelivery } from './sqs-delivery.ts';

/** What is known about a delivery once it has come to its disposition. */
export interface Finished {
  readonly disposition: Disposition;
  readonly createdAtMs: number;
  /** Where the message names one that is known. */
  readonly form?: string;
  readonly key?: string;
}

export interface BatchWorld {
  readonly queues: Queues;
  readonly telemetry: Telemetry;
  readonly outcomes: Pick<Outcomes, 'tellParked'>;
  /** Time left of the invocation, milliseconds. */
  readonly remainingMs: () => number;
  /** Brings one delivery to its disposition. A throw is a fault of the worker itself: the message comes again. */
  readonly handle: (record: SQSRecord, delivery: SqsDelivery) => Promise<Finished>;
  readonly policy: Policy;
}

/**
 * Runs a batch side by side and answers which messages must come again. The ids are always a subset of those received:
 * an id that Lambda does not know would make it fail the whole batch.
 */
export async function runBatch(event: SQSEvent, world: BatchWorld): Promise<SQSBatchResponse> {
  const failed = await Promise.all(
    event.Records.map((record) => failedId(record, event.Records.length, world)),
  );
  return { batchItemFailures: failed.flatMap((id) => (id === undefined ? [] : [{ itemIdentifier: id }])) };
}

async function failedId(record: SQSRecord, siblings: number, world: BatchWorld): Promise<string | undefined> {
  const { telemetry, queues, remainingMs } = world;
  const delivery = new SqsDelivery(record, queues);
  const finished = await world.handle(record, delivery).catch((thrown: unknown): Finished => {
    telemetry.warn('the worker failed', {
      messageId: delivery.messageId,
      why: messageOf(thrown).split('\n', 1)[0],
      at: framesOf(thrown),
    });
    telemetry.count('Fault');
    return {
      disposition: afterFault(delivery.receives, world.policy),
      createdAtMs: Number(record.attributes.SentTimestamp),
    };
  });
  const disposition = await carryOut(finished, delivery, world);
  telemetry.count(metricOf(disposition));
  telemetry.info('delivery finished', {
    messageId: delivery.messageId,
    key: finished.key,
    receives: delivery.receives,
    disposition: disposition.kind,
    ...(disposition.kind === 'done' && { phase: disposition.phase, skipped: disposition.skipped }),
    ...(disposition.kind === 'retry' && { afterMs: disposition.afterMs, why: disposition.why }),
    ...(disposition.kind === 'parked' && { reason: disposition.reason, errors: disposition.errors }),
  });
  if (disposition.kind === 'retry') {
    await hide(delivery, disposition.afterMs, telemetry);
    return delivery.messageId;
  }
  // Lambda deletes the batch only when it returns: until then this one must not be handed out again.
  if (siblings > 1) await hide(delivery, remainingMs() + world.policy.hideBeyondBatchMs, telemetry);
  return undefined;
}

/** Parking counts only once the parking queue has the copy; until then the message stays where it is. */
async function carryOut(
  { disposition, form, key, createdAtMs }: Finished,
  delivery: SqsDelivery,
  { telemetry, outcomes, remainingMs, policy }: BatchWorld,
): Promise<Disposition> {
  if (disposition.kind !== 'parked') return disposition;
  const { kind: _, ...parked } = disposition;
  const { reason } = parked;
  const { messageId } = delivery;
  const parking = { ...parked, createdAtMs, ...(key === undefined ? {} : { key }) };
  try {
    await delivery.park(parking);
  } catch (thrown) {
    telemetry.warn('parking failed', { messageId, key, reason, why: messageOf(thrown) });
    return retry(backoffMs(delivery.receives, policy), `parking failed: ${messageOf(thrown)}`);
  }
  await outcomes.tellParked(
    {
      ...parking,
      errors: fitting(parking.errors),
      messageId,
      parkedAtMs: Date.now(),
      ...(form === undefined ? {} : { form }),
    },
    remainingMs() - policy.closingMs,
  );
  return disposition;
}

async function hide(delivery: SqsDelivery, ms: number, telemetry: Telemetry): Promise<void> {
  try {
    await delivery.hide(ms);
  } catch (thrown) {
    // The receipt handle is void or SQS is away: the message comes back on its own, and meets the ledger.
    telemetry.warn('final visibility not set', { messageId: delivery.messageId, why: messageOf(thrown) });
  }
}

function metricOf(disposition: Disposition): string {
  if (disposition.kind === 'done') return disposition.skipped ? 'Skipped' : capital(disposition.phase);
  return disposition.kind === 'retry' ? 'Retry' : 'Parked';
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Where it was thrown, without the rest of the message: that may hold what a form was filling in. */
function framesOf(thrown: unknown): string[] {
  const lines = thrown instanceof Error ? (thrown.stack ?? '').split('\n') : [];
  return lines.filter((line) => line.trimStart().startsWith('at '));
}
