/** What stands around the packaged worker, and what feeds it. */
import { CreateQueueCommand, type Message, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { variableOf } from '../../lib/config/stage.ts';
import { toEvent } from '../../lib/queue/event.ts';
import { startPoller } from '../../lib/queue/poller.ts';
import { startDemoTarget } from '../../local/demo-target.ts';
import { messagesLeft, REGION, readMessages, sendMessages, sqsClient, startSqs } from '../../local/queues.ts';
import { startRedis } from '../../local/redis.ts';
import { startFunction } from '../lambda/function.ts';
import { initLedger } from '../support/ledger.ts';
import { until } from '../support/until.ts';
import type { Sandbox } from './sandbox.ts';
import type { Lambda } from './unpacked.ts';

const TIMEOUT_MS = 60_000;
const DRAIN_TIMEOUT_MS = 40_000;
const LINES_OF_A_FAILURE = 20;
/** What the host says of it. */
const NO_HANDLER = 'the handler could not be imported';
const QUEUE_ARN = `arn:aws:sqs:${REGION}:000000000000:submissions`;
const AWS = { AWS_REGION: REGION, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

/** Redis, the queues and the demo target. */
export async function startWorld(batchSize: number) {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  const redis = await startRedis();
  stops.push(() => redis.stop());
  await initLedger(redis.url);
  const emulator = await startSqs();
  stops.push(() => emulator.stop());
  const target = await startDemoTarget();
  stops.push(() => target.stop());
  const sqs = sqsClient(emulator.endpoint);
  stops.push(() => sqs.destroy());
  const [queueUrl, parkingUrl] = [await createQueue(sqs, 'submissions'), await createQueue(sqs, 'parking')];
  const stage = {
    stage: 'local',
    redisUrl: redis.url,
    queueUrl,
    parkingUrl,
    sqsEndpoint: emulator.endpoint,
    demoTarget: target.url,
    apiTokens: '[]',
    waitReplicas: 0,
    batchSize,
  };
  const variables = {
    ...Object.fromEntries(Object.entries(stage).map(([name, value]) => [variableOf(name), String(value)])),
    ...AWS,
  };

  return {
    target,
    stop,
    variables,
    parked: () => readMessages(sqs, parkingUrl),
    send: (bodies: readonly object[]) => sendMessages(sqs, queueUrl, bodies),
    /** A function of its own with one execution environment, fed from the queue. */
    startWorker({ startRuntime }: Lambda, sandbox: Sandbox) {
      const lines: string[] = [];
      const batches: number[] = [];
      const worker = startFunction({
        handlerFile: '',
        startRuntime: (given) => startRuntime(sandbox, 'worker', given),
        timeoutMs: TIMEOUT_MS,
        surroundings: async () => ({ variables, onLine: (line) => lines.push(line) }),
      });
      const poller = startPoller({
        client: sqs,
        mapping: {
          functionKey: 'worker',
          queue: { name: 'submissions', arn: QUEUE_ARN },
          batchSize,
          maximumConcurrency: 1,
          reportsItemFailures: true,
        },
        region: REGION,
        queueUrl: async () => queueUrl,
        invoke(event) {
          batches.push(event.Records.length);
          return worker.invoke(event);
        },
        say: (line) => lines.push(line),
      });
      const stopFeeding = async () => {
        await poller.stop();
        await poller.idle();
      };
      stops.push(async () => {
        await stopFeeding();
        await worker.stop();
      });
      return {
        /** All that it printed. */
        lines,
        /** How many messages each invocation was given. */
        batches,
        environments: () => worker.environments(),
        /** @throws Error with the last that it printed */
        drained: () =>
          until(
            'an empty queue',
            async () => {
              if (lines.some((line) => line.includes(NO_HANDLER)))
                throw new Error('The handler does not load.');
              return (await messagesLeft(sqs, queueUrl)) === 0;
            },
            DRAIN_TIMEOUT_MS,
          ).catch((error) =>
            Promise.reject(new Error([error, ...lines.slice(-LINES_OF_A_FAILURE)].join('\n'))),
          ),
        stopFeeding,
      };
    },
  };
}

/** One invocation's event, with one message that is in no queue. */
export function eventOf(messageId: string, body: object): SQSEvent {
  const message: Message = {
    MessageId: messageId,
    ReceiptHandle: 'none',
    Body: JSON.stringify(body),
    Attributes: { ApproximateReceiveCount: '1', SentTimestamp: String(Date.now()) },
  };
  return toEvent([message], QUEUE_ARN, REGION);
}

async function createQueue(sqs: SQSClient, name: string): Promise<string> {
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: name }));
  return QueueUrl ?? '';
}
