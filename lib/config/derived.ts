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

/** The newest version that ElastiCache has of each engine, and the family of its parameter group. */
export const REDIS_ENGINES = {
  valkey: { version: '8.0', family: 'valkey8' },
  redis: { version: '7.1', family: 'redis7' },
} as const;
