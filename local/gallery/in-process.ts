/** The worker with the gallery's forms, in this process: what is deployed, and what `npm run dev` starts, knows nothing of them. */
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { buildWorker } from '../../functions/build-worker.ts';
import { warmBrowser } from '../../functions/warm-browser.ts';
import { variableOf } from '../../lib/config/stage.ts';
import { registryOf } from '../../lib/form/registry.ts';
import { startPoller } from '../../lib/queue/poller.ts';
import type { Telemetry } from '../../lib/submission/ports.ts';
import { checkedStage } from '../checked-stage.ts';
import { readyChromium } from '../chromium.ts';
import { declareLedger } from '../declare-ledger.ts';
import { type DemoTarget, startDemoTarget } from '../demo-target.ts';
import {
  PARKING_NAME,
  QUEUE_NAME,
  queueUrlOf,
  REGION,
  sendMessages,
  sqsClient,
  startSqs,
} from '../queues.ts';
import { startRedis } from '../redis.ts';
import { redisServer } from '../redis-binary.ts';
import { galleryForms } from './forms/index.ts';

export interface InProcess {
  readonly target: DemoTarget;
  send(...messages: readonly unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

export interface InProcessOptions {
  readonly evidenceFolder: string;
  /** Told of every step of a delivery. */
  readonly onEvent: Telemetry['info'];
  readonly say: (line: string) => void;
}

/** Starts Redis, the queues, the gallery, Chromium and the worker, on free ports. */
export async function startInProcess({ evidenceFolder, onEvent, say }: InProcessOptions): Promise<InProcess> {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    await redisServer(say);
    await readyChromium(say);
    say('Starting Redis, the queues, the gallery and Chromium');
    const redis = await startRedis();
    stops.push(() => redis.stop());
    const emulator = await startSqs();
    stops.push(() => emulator.stop());
    const target = await startDemoTarget();
    stops.push(() => target.stop());
    process.env[variableOf('demoTarget')] = target.url;
    // The SDK wants some; the emulator looks at none of it. Never a person's own account.
    Object.assign(process.env, {
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    });

    const sqs = sqsClient(emulator.endpoint);
    stops.push(() => sqs.destroy());
    for (const QueueName of [QUEUE_NAME, PARKING_NAME]) await sqs.send(new CreateQueueCommand({ QueueName }));
    const queueUrl = queueUrlOf(emulator.endpoint, QUEUE_NAME);
    const stage = await checkedStage(
      {
        redisUrl: redis.url,
        sqsEndpoint: emulator.endpoint,
        queueUrl,
        parkingUrl: queueUrlOf(emulator.endpoint, PARKING_NAME),
        demoTarget: target.url,
        evidenceFolder,
        batchSize: 2,
        // A duplicate that meets a run waits for so long; doubled each time.
        backoffBaseMs: 500,
      },
      galleryForms,
    );
    await declareLedger(redis.url, stage);

    const telemetry: Telemetry = { info: onEvent, warn: onEvent, count: () => {} };
    const browsers = warmBrowser(telemetry);
    stops.push(() => browsers.close());
    await browsers.start();
    const worker = buildWorker({ stage, registry: registryOf(galleryForms), browsers, telemetry });
    stops.push(() => worker.close());
    const timeoutMs = stage.workerTimeoutSeconds * 1_000;
    const poller = startPoller({
      client: sqs,
      mapping: {
        functionKey: 'worker',
        queue: { name: QUEUE_NAME, arn: `arn:aws:sqs:${REGION}:0:${QUEUE_NAME}` },
        batchSize: stage.batchSize,
        maximumConcurrency: 1,
        reportsItemFailures: true,
      },
      region: REGION,
      queueUrl: async () => queueUrl,
      invoke(event) {
        const endsMs = performance.now() + timeoutMs;
        return worker.handle(event, { getRemainingTimeInMillis: () => endsMs - performance.now() });
      },
      say,
    });
    stops.push(async () => {
      await poller.stop();
      await poller.idle();
    });
    return {
      target,
      send: (...messages) => sendMessages(sqs, queueUrl, messages),
      stop,
    };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}
