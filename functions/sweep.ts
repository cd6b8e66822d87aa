import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { logMetrics } from '@aws-lambda-powertools/metrics/middleware';
import middy from '@middy/core';
import { forms } from '../forms/index.ts';
import { withSecrets } from '../lib/config/secrets.ts';
import { readLedgerStage } from '../lib/config/stage.ts';
import { registryOf } from '../lib/form/registry.ts';
import { logger, metrics, telemetry } from '../lib/telemetry/telemetry.ts';
import { buildSweep } from './build-sweep.ts';

const sweep = buildSweep({
  stage: readLedgerStage(await withSecrets(process.env)),
  registry: registryOf(forms),
  telemetry,
});

/** On a schedule: raises the submissions that were perhaps sent and that no message comes for any more. */
export const handler = middy({ timeoutEarlyInMillis: 0 })
  .use(injectLambdaContext(logger))
  .use(logMetrics(metrics))
  .handler((_event, context) => sweep(context));
