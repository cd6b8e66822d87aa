/** What the benchmark's processes are asked, and what they answer: one answer a question, in their order. */
import type { SQSEvent } from 'aws-lambda';

export interface Ready {
  readonly kind: 'ready';
}

export type AskedSide = { readonly kind: 'handle'; readonly event: SQSEvent } | { readonly kind: 'heap' };

export type SideTold =
  | Ready
  | {
      readonly kind: 'handled';
      /** From the call of the handler to its answer. */
      readonly ms: number;
      /** Messages that have to come again. */
      readonly failed: readonly string[];
    }
  /** What is left after a collection. */
  | { readonly kind: 'heap'; readonly bytes: number };

/** `go`: take messages from now on. */
export type AskedWorker = { readonly kind: 'go' } | { readonly kind: 'calls' };

export type WorkerTold =
  | Ready
  /** Calls of the queue since it was started, by action. */
  | { readonly kind: 'calls'; readonly calls: Readonly<Record<string, number>> };
