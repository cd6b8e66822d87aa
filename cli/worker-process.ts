/** The worker without Lambda: it polls the queue by itself, and hears signals. */
import { once } from 'node:events';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { forms } from '../forms/index.ts';
import { buildWorker, type Worker } from '../functions/build-worker.ts';
import type { Stop } from '../functions/stop.ts';
import { warmBrowser } from '../functions/warm-browser.ts';
import { DEFAULTS } from '../lib/config/defaults.ts';
import type { StageParameters } from '../lib/config/stage.ts';
import { registryOf } from '../lib/form/registry.ts';
import { queueClient } from '../lib/queue/client.ts';
import { type Mapping, startPoller } from '../lib/queue/poller.ts';
import { messageOf } from '../lib/submission/errors.ts';
import { dimensionsOf, metrics, telemetry } from '../lib/telemetry/telemetry.ts';
import { orEndProcess } from './or-end-process.ts';

/**
 * Takes batches from the queue until `stop`, then lets the last one come to its end and closes everything.
 *
 * @throws Error when a form or a stage parameter cannot work, or the region is not known
 */
export async function runWorker(stage: StageParameters, stop: Stop): Promise<void> {
  // The stage came by arguments, not by the environment that the metrics have read.
  metrics.clearDefaultDimensions();
  metrics.setDefaultDimensions(dimensionsOf(stage.stage));
  const browsers = warmBrowser(telemetry);
  const worker = buildWorker({ stage, registry: registryOf(forms), browsers, telemetry, stop });
  const client = queueClient({
    endpoint: stage.sqsEndpoint,
    tries: DEFAULTS.queueTries,
    timeoutMs: DEFAULTS.pollTimeoutMs,
    connectTimeoutMs: DEFAULTS.queueTimeoutMs,
  });
  const region = await regionOf(client);
  const poller = startPoller({
    client,
    mapping: mappingOf(stage, region),
    region,
    queueUrl: async () => stage.queueUrl,
    invoke: (event) => invoke(worker, event, stage.workerTimeoutSeconds * 1000),
    say: (line) => telemetry.info(line, {}),
  });
  telemetry.info('taking submissions', { queue: stage.queueUrl, batchSize: stage.batchSize });
  if (!stop.signal.aborted) await once(stop.signal, 'abort');
  await orEndProcess(DEFAULTS.stopGraceMs + DEFAULTS.stopClosingMs, 'it did not stop in time', async () => {
    await poller.stop();
    await poller.idle();
    // In this order: whatever a page still tries must not find its way out while the rest is closed.
    await browsers.close();
    worker.close();
    client.destroy();
  });
  telemetry.info('stopped', {});
}

/** One process is one execution environment: its memory and its logger are made for one batch at a time. */
function mappingOf({ queueUrl, batchSize }: StageParameters, region: string): Mapping {
  const [account = '', name = ''] = new URL(queueUrl).pathname.split('/').slice(-2);
  return {
    functionKey: 'worker',
    queue: { name, arn: `arn:aws:sqs:${region}:${account}:${name}` },
    batchSize,
    maximumConcurrency: 1,
    reportsItemFailures: true,
  };
}

async function invoke(worker: Worker, event: SQSEvent, timeoutMs: number): Promise<SQSBatchResponse> {
  const endsMs = performance.now() + timeoutMs;
  try {
    return await orEndProcess(timeoutMs, 'a batch did not end in time', () =>
      worker.handle(event, { getRemainingTimeInMillis: () => endsMs - performance.now() }),
    );
  } finally {
    metrics.publishStoredMetrics();
  }
}

async function regionOf(client: SQSClient): Promise<string> {
  try {
    return await client.config.region();
  } catch (thrown) {
    throw new Error(`In which region is the queue? Set AWS_REGION. (${messageOf(thrown)})`);
  }
}
