import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { logMetrics } from '@aws-lambda-powertools/metrics/middleware';
import middy from '@middy/core';
import { forms } from '../forms/index.ts';
import { withSecrets } from '../lib/config/secrets.ts';
import { readStage } from '../lib/config/stage.ts';
import { registryOf } from '../lib/form/registry.ts';
import { messageOf } from '../lib/submission/errors.ts';
import { logger, metrics, telemetry } from '../lib/telemetry/telemetry.ts';
import { buildApi } from './build-api.ts';
import { type OperatorAnswer, operatorRequest } from './operate/operator-request.ts';

const stage = readStage(await withSecrets(process.env));
const api = buildApi({ stage, registry: registryOf(forms), telemetry, tokens: async () => [] });

/** The API for people with credentials of AWS in place of a token: `npx sekali … --stage X` asks it. */
export const handler = middy<unknown, OperatorAnswer>({ timeoutEarlyInMillis: 0 })
  .use(injectLambdaContext(logger, { logEvent: false }))
  .use(logMetrics(metrics))
  .handler(async (received) => {
    try {
      return await api.ask(operatorRequest(received));
    } catch (thrown) {
      return { status: 400, body: { detail: messageOf(thrown) } };
    }
  });
