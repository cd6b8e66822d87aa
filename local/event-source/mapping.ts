/** Which functions read which queue, from the service's `sqs` events. */
import type { Queue } from './queues.ts';
import { referenceOf } from './queues.ts';

/** More needs a batching window, which this does not have. */
const MAX_BATCH_SIZE = 10;
/** Lambda's default for `batchSize`. */
const DEFAULT_BATCH_SIZE = 10;
/** Lambda starts with five batches at once and scales from there; without a limit we stay at five. */
const DEFAULT_CONCURRENCY = 5;

export interface Mapping {
  readonly functionKey: string;
  readonly queue: Queue;
  readonly batchSize: number;
  readonly maximumConcurrency: number;
  readonly reportsItemFailures: boolean;
}

export interface FunctionDefinition {
  readonly events?: readonly unknown[];
}

/** @throws Error that names the function when its event source cannot be understood */
export function mappingsOf(
  functions: Readonly<Record<string, FunctionDefinition>>,
  queues: readonly Queue[],
): Mapping[] {
  return Object.entries(functions).flatMap(([functionKey, { events = [] }]) =>
    events.flatMap((event) => {
      if (typeof event !== 'object' || event === null || !('sqs' in event)) return [];
      return [toMapping(functionKey, event.sqs, queues)];
    }),
  );
}

function toMapping(functionKey: string, event: unknown, queues: readonly Queue[]): Mapping {
  const source: Record<string, unknown> =
    typeof event === 'object' && event !== null ? { ...event } : { arn: event };
  const { arn } = source;
  const queue = queues.find((one) => one.arn === arn || one.logicalId === referenceOf(arn)?.logicalId);
  if (!queue) {
    throw new Error(
      `The function ${functionKey} reads a queue that is not in resources: ${JSON.stringify(arn)}`,
    );
  }
  const number = (name: string, fallback: number, maximum: number) => {
    const value = Number(source[name] ?? fallback);
    if (Number.isInteger(value) && value >= 1 && value <= maximum) return value;
    throw new Error(
      `${name} of the function ${functionKey} is ${source[name]}; here it must be 1 to ${maximum}.`,
    );
  };
  return {
    functionKey,
    queue,
    batchSize: number('batchSize', DEFAULT_BATCH_SIZE, MAX_BATCH_SIZE),
    maximumConcurrency: number('maximumConcurrency', DEFAULT_CONCURRENCY, 1000),
    reportsItemFailures: source.functionResponseType === 'ReportBatchItemFailures',
  };
}
