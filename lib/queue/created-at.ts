import type { SQSRecord } from 'aws-lambda';

/**
 * When the intent was born: the earliest of the body's `createdAt`, the attribute `createdAt` (copied when a message is
 * parked or redriven) and the queue's own SentTimestamp. A redriven message must not look young: beyond the ledger's
 * retention nobody knows any more whether it was sent.
 */
export function createdAtMs(record: SQSRecord, bodyMs: number | undefined): number {
  const attribute = Date.parse(record.messageAttributes.createdAt?.stringValue ?? '');
  const moments = [bodyMs, attribute, Number(record.attributes.SentTimestamp)];
  return Math.min(
    ...moments.filter((moment): moment is number => moment !== undefined && Number.isFinite(moment)),
  );
}
