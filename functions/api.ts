import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { logMetrics } from '@aws-lambda-powertools/metrics/middleware';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { files } from '../console/files.ts';
import { forms } from '../forms/index.ts';
import { withSecrets } from '../lib/config/secrets.ts';
import { readStage } from '../lib/config/stage.ts';
import { registryOf } from '../lib/form/registry.ts';
import { logger, metrics, telemetry } from '../lib/telemetry/telemetry.ts';
import { tokensFrom } from './api/token-source.ts';
import { buildApi } from './build-api.ts';

const stage = readStage(await withSecrets(process.env));
const api = buildApi({
  stage,
  registry: registryOf(forms),
  console: files,
  telemetry,
  tokens: tokensFrom({ text: stage.apiTokens, secret: process.env.SEKALI_API_TOKENS_SECRET }, telemetry),
});

/** The HTTP API. The event holds tokens and data, and is never logged, whatever the environment says. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>({
  timeoutEarlyInMillis: 0,
})
  .use(injectLambdaContext(logger, { logEvent: false }))
  .use(logMetrics(metrics))
  .handler((event) => api.handle(event));
