import type { SQSEvent } from 'aws-lambda';

/** What a side's process is asked. */
export type Asked = { readonly kind: 'handle'; readonly event: SQSEvent } | { readonly kind: 'heap' };

/** What it answers, one answer a question, in their order. */
export type Told =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'handled';
      /** From the call of the handler to its answer. */
      readonly ms: number;
      /** Messages that have to come again. */
      readonly failed: readonly string[];
    }
  /** What is left after a collection. */
  | { readonly kind: 'heap'; readonly bytes: number };
