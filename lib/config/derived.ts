/** What follows from stage parameters, so that it cannot contradict them. */

/** SQS hides a message for at most 12 h. */
const MAX_VISIBILITY_SECONDS = 43_200;

export interface WorkerTimes {
  readonly workerTimeoutSeconds: number;
  readonly batchingWindowSeconds: number;
}

/** As AWS advises: a message whose delivery is throttled must not become visible while Lambda still tries. */
export function visibilitySeconds({ workerTimeoutSeconds, batchingWindowSeconds }: WorkerTimes): number {
  return Math.min(6 * workerTimeoutSeconds + batchingWindowSeconds, MAX_VISIBILITY_SECONDS);
}

/**
 * From this age on somebody is told of a parked message: 10 days of 14, so that a few are left before the queue deletes it,
 * and as large a part of a shorter retention.
 */
export function parkedTooLongSeconds(parkingRetentionDays: number): number {
  return Math.floor((parkingRetentionDays * 86_400 * 10) / 14);
}

/**
 * What ElastiCache has of each engine, and the family of its parameter group. The last minor version of its family: then
 * ElastiCache's own minor upgrades do not leave the template behind, which would ask for a downgrade later.
 */
export const REDIS_ENGINES = {
  valkey: { version: '8.2', family: 'valkey8' },
  redis: { version: '7.1', family: 'redis7' },
} as const;
