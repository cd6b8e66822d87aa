/** Redis, the queue's emulator and the target, and messages for whoever is measured. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { readStage, variableOf } from '../../lib/config/stage.ts';
import { toEvent } from '../../lib/queue/event.ts';
import { readyChromium } from '../../local/chromium.ts';
import { declareLedger } from '../../local/declare-ledger.ts';
import { beforeEnd } from '../../local/lifetime.ts';
import {
  messagesLeft,
  PARKING_NAME,
  QUEUE_NAME,
  queueUrlOf,
  REGION,
  sqsClient,
  startSqs,
} from '../../local/queues.ts';
import { startRedis } from '../../local/redis.ts';
import { startBenchTarget } from '../target/target.ts';
import type { Job } from './side.ts';

const QUEUE_ARN = `arn:aws:sqs:${REGION}:000000000000:${QUEUE_NAME}`;
/** Longer than any run: what comes again came again because a worker said so. */
const VISIBILITY_SECONDS = '600';
/** SQS takes and gives no more at once. */
const MOST_AT_ONCE = 10;
/** As serverless.yml has it. */
export const MEMORY_GB = 2;

export type World = Awaited<ReturnType<typeof startWorld>>;

/** @param options.slowAnswerMs what the slow target's answer takes */
export async function startWorld({ slowAnswerMs }: { readonly slowAnswerMs: number }) {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    forget();
    for (const one of stops.splice(0).reverse()) await one();
  };
  const forget = beforeEnd(stop);
  try {
    const folder = await mkdtemp(join(tmpdir(), 'sekali-bench-'));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    await readyChromium();
    const redis = await startRedis();
    stops.push(() => redis.stop());
    const emulator = await startSqs();
    stops.push(() => emulator.stop());
    const target = await startBenchTarget(slowAnswerMs);
    stops.push(() => target.stop());
    const sqs = sqsClient(emulator.endpoint);
    stops.push(() => sqs.destroy());
    const attributes = { VisibilityTimeout: VISIBILITY_SECONDS };
    for (const QueueName of [QUEUE_NAME, PARKING_NAME]) {
      await sqs.send(new CreateQueueCommand({ QueueName, Attributes: attributes }));
    }
    const queueUrl = queueUrlOf(emulator.endpoint, QUEUE_NAME);
    const parkingUrl = queueUrlOf(emulator.endpoint, PARKING_NAME);
    const params = {
      stage: 'local',
      redisUrl: redis.url,
      queueUrl,
      parkingUrl,
      sqsEndpoint: emulator.endpoint,
      demoTarget: target.url,
      waitReplicas: 0,
      // As on a deployed stage, where it is a bucket.
      evidenceFolder: join(folder, 'evidence'),
    };
    const variables = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [variableOf(name), String(value)]),
    );
    await declareLedger(redis.url, readStage(variables));

    const send = async (jobs: readonly Job[]) => {
      for (let from = 0; from < jobs.length; from += MOST_AT_ONCE) {
        const Entries = jobs
          .slice(from, from + MOST_AT_ONCE)
          .map((job, nth) => ({ Id: String(nth), MessageBody: JSON.stringify(job) }));
        await sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
      }
    };
    const receive = async (count: number): Promise<Message[]> => {
      const got: Message[] = [];
      while (got.length < count) {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({
            QueueUrl: queueUrl,
            MaxNumberOfMessages: count - got.length,
            WaitTimeSeconds: 1,
            MessageSystemAttributeNames: ['All'],
          }),
        );
        got.push(...Messages);
      }
      return got;
    };

    return {
      redis,
      target,
      folder,
      queueUrl,
      /** For a worker's process. */
      variables: {
        ...variables,
        AWS_REGION: REGION,
        AWS_ACCESS_KEY_ID: 'local',
        AWS_SECRET_ACCESS_KEY: 'local',
      } as Readonly<Record<string, string>>,
      send,
      left: () => messagesLeft(sqs, queueUrl),
      parked: () => messagesLeft(sqs, parkingUrl),
      /** A batch by way of the queue, as the event source would hand it over. */
      async batchOf(jobs: readonly Job[]): Promise<SQSEvent> {
        await send(jobs);
        return toEvent(await receive(jobs.length), QUEUE_ARN, REGION);
      },
      async remove({ Records }: SQSEvent): Promise<void> {
        const Entries = Records.map(({ receiptHandle }, nth) => ({
          Id: String(nth),
          ReceiptHandle: receiptHandle,
        }));
        await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
      },
      stop,
    };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}
