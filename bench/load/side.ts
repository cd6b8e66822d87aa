import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';

/** One way to submit: a handler as Lambda would call it, in a process of its own. */
export interface Side {
  handle(event: SQSEvent): Promise<SQSBatchResponse>;
  close(): Promise<void>;
}

/** What comes in a message, whoever submits it. */
export interface Job {
  readonly form: string;
  readonly data: { readonly userId: string; readonly fullName: string; readonly email: string };
}

export const SIDES = ['naive', 'naiveNoGraphics', 'sekali', 'fetch'] as const;
export type SideName = (typeof SIDES)[number];

/** Of an invocation, milliseconds; Lambda's default in serverless.yml. */
export const INVOCATION_MS = 120_000;

/** Runs jobs that know nothing of each other side by side, and tells which have to come again. */
export async function eachOf(
  event: SQSEvent,
  submit: (job: Job) => Promise<void>,
): Promise<SQSBatchResponse> {
  const failures = await Promise.all(
    event.Records.map(({ messageId, body }) =>
      submit(JSON.parse(body)).then(
        () => [],
        (thrown: unknown) => {
          console.error(thrown);
          return [{ itemIdentifier: messageId }];
        },
      ),
    ),
  );
  return { batchItemFailures: failures.flat() };
}
