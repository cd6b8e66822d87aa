import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { logMetrics } from '@aws-lambda-powertools/metrics/middleware';
import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { forms } from '../forms/index.ts';
import { withSecrets } from '../lib/config/secrets.ts';
import { readStage } from '../lib/config/stage.ts';
import { registryOf } from '../lib/form/registry.ts';
import { logger, metrics, telemetry } from '../lib/telemetry/telemetry.ts';
import { buildWorker } from './build-worker.ts';
import { stopOfThread } from './thread-stop.ts';
import { warmBrowser } from './warm-browser.ts';

// At start, so that a wrong parameter or form stops the function before it takes a message.
const stage = readStage(await withSecrets(process.env));
const browsers = warmBrowser(telemetry);
const stop = stopOfThread(async () => {
  worker.close();
  await browsers.close();
});
const worker = buildWorker({
  stage,
  registry: registryOf(forms),
  browsers,
  telemetry,
  ...(stop && { stop }),
});

/**
 * Takes batches of submissions from the queue.
 *
 * middy's own timeout is off: it would answer for a handler that still runs, perhaps between arming and settling.
 */
export const handler = middy<SQSEvent, SQSBatchResponse>({ timeoutEarlyInMillis: 0 })
  .use(injectLambdaContext(logger))
  .use(logMetrics(metrics, { captureColdStartMetric: true }))
  .handler((event, context) => worker.handle(event, context));
