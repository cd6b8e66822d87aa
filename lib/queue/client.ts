import { SQSClient } from '@aws-sdk/client-sqs';

/** For the emulator of the local stage: made up, so that a person's own credentials never go there. */
const LOCAL = { region: 'eu-west-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

export interface QueueClientOptions {
  /** Of the emulator; AWS itself where there is none. */
  readonly endpoint?: string | undefined;
  readonly tries: number;
  readonly timeoutMs: number;
  /** A long poll answers late, but is connected as soon as anything else. */
  readonly connectTimeoutMs?: number;
}

/** A client for the queues of a stage that gives up in time. */
export function queueClient({ endpoint, tries, timeoutMs, connectTimeoutMs }: QueueClientOptions): SQSClient {
  return new SQSClient({
    ...(endpoint ? { ...LOCAL, endpoint } : {}),
    maxAttempts: tries,
    requestHandler: {
      connectionTimeout: connectTimeoutMs ?? timeoutMs,
      requestTimeout: timeoutMs,
      // An answer that stops half-way is no answer.
      socketTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
  });
}
