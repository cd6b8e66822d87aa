import { after } from 'node:test';
import { CreateQueueCommand, type Message, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { Redis } from 'ioredis';
import { buildWorker, type Worker } from '../../functions/build-worker.ts';
import { readStage, variableOf } from '../../lib/config/stage.ts';
import type { Form } from '../../lib/form/define.ts';
import { registryOf } from '../../lib/form/registry.ts';
import { recordKey } from '../../lib/ledger/redis-ledger.ts';
import { startPoller } from '../../lib/queue/poller.ts';
import type { Browsers } from '../../lib/senders/gated-context.ts';
import { messagesLeft, REGION, readMessages, sendMessages, sqsClient, startSqs } from '../../local/queues.ts';
import { type RedisOptions, startRedis } from '../../local/redis.ts';
import { initLedger } from './ledger.ts';
import { sharedBrowser } from './run.ts';
import type { Target } from './target.ts';

export { until } from './until.ts';

const VISIBILITY_SECONDS = '600';

// What the SDK's client of the worker needs; the emulator looks at none of it.
Object.assign(process.env, {
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
});

export interface LogLine {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface WorldOptions {
  readonly target: Pick<Target, 'url'>;
  readonly forms: readonly Form[];
  readonly params?: Readonly<Record<string, string | number>>;
  readonly redis?: RedisOptions;
  readonly browsers?: Browsers;
}

/**
 * The worker in this process, on a real Redis, a queue of the emulator and the packaged Chromium. Everything ends with the
 * test that called it.
 */
export async function startWorld(options: WorldOptions) {
  const { target, forms, params = {} } = options;
  // What was started last ends first; registered at once, so that a failure in between leaves nothing running.
  const stops: (() => unknown)[] = [];
  after(async () => {
    for (const stop of stops.reverse()) await stop();
  });
  const redis = await startRedis(options.redis);
  stops.push(() => redis.stop());
  await initLedger(redis.url);
  const emulator = await startSqs();
  stops.push(() => emulator.stop());
  const sqs = sqsClient(emulator.endpoint);
  const parkingUrl = await createQueue(sqs, 'parking', {});
  const queueUrl = await createQueue(sqs, 'submissions', { VisibilityTimeout: VISIBILITY_SECONDS });
  const log: LogLine[] = [];
  const client = new Redis(redis.url, { lazyConnect: true });
  client.on('error', () => {});
  stops.push(() => client.disconnect());

  const stage = readStage(
    Object.fromEntries(
      Object.entries({
        stage: 'local',
        redisUrl: redis.url,
        queueUrl,
        parkingUrl,
        sqsEndpoint: emulator.endpoint,
        demoTarget: target.url,
        waitReplicas: 0,
        ...params,
      }).map(([name, value]) => [variableOf(name), String(value)]),
    ),
  );

  /** A worker of its own, as another execution environment would be. */
  function newWorker(): Worker {
    const worker = buildWorker({
      stage,
      registry: registryOf(forms),
      browsers: options.browsers ?? sharedBrowser,
      telemetry: {
        info: (message, fields) => void log.push({ message, fields }),
        warn: (message, fields) => void log.push({ message, fields }),
        count: () => {},
      },
    });
    stops.push(() => worker.close());
    return worker;
  }

  function startPolling({ maximumConcurrency = 3 } = {}): void {
    const worker = newWorker();
    const poller = startPoller({
      client: sqs,
      mapping: {
        functionKey: 'worker',
        queue: { name: 'submissions', arn: 'arn:aws:sqs:local:0:submissions' },
        batchSize: stage.batchSize,
        maximumConcurrency,
        reportsItemFailures: true,
      },
      region: REGION,
      queueUrl: async () => queueUrl,
      invoke: (event: SQSEvent) => worker.handle(event, remaining(stage.workerTimeoutSeconds * 1_000)),
      say: () => {},
    });
    stops.push(() => poller.stop());
  }

  return {
    redis,
    /** Where the queue's emulator is, whatever stands between it and the worker. */
    sqsEndpoint: emulator.endpoint,
    stage,
    browsers: options.browsers ?? sharedBrowser,
    sqs,
    queueUrl,
    log,
    newWorker,
    startPolling,
    /** What one delivery came to, in the order in which they ended. */
    dispositions: () =>
      log.filter(({ message }) => message === 'delivery finished').map(({ fields }) => fields),
    send: (...bodies: unknown[]) => sendMessages(sqs, queueUrl, bodies),
    left: () => messagesLeft(sqs, queueUrl),
    parked: async (): Promise<ParkedMessage[]> => (await readMessages(sqs, parkingUrl)).map(parkedMessage),
    record: (key: string) => client.hgetall(recordKey(key)),
    async keys(): Promise<string[]> {
      const found = await client.keys('sekali:{*}:record');
      return found.map((key) => key.slice('sekali:{'.length, -'}:record'.length));
    },
  };
}

export type World = Awaited<ReturnType<typeof startWorld>>;

export interface ParkedMessage {
  readonly body: string;
  readonly reason: string;
  readonly key: string | undefined;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

function parkedMessage({ Body = '', MessageAttributes = {} }: Message): ParkedMessage {
  return {
    body: Body,
    reason: MessageAttributes.reason?.StringValue ?? '',
    key: MessageAttributes.key?.StringValue,
    errors: JSON.parse(MessageAttributes.errors?.StringValue ?? '[]'),
  };
}

async function createQueue(
  sqs: SQSClient,
  name: string,
  attributes: Record<string, string>,
): Promise<string> {
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
  return QueueUrl ?? '';
}

/** How Lambda tells a handler the time it has left. */
export function remaining(ms: number) {
  const endsMs = performance.now() + ms;
  return { getRemainingTimeInMillis: () => endsMs - performance.now() };
}

export const message = (data: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  form: 'test-form',
  data,
  ...more,
});
