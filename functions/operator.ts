import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import { withSecrets } from '../lib/config/secrets.ts';
import { readLedgerStage } from '../lib/config/stage.ts';
import { messageOf } from '../lib/submission/errors.ts';
import { logger } from '../lib/telemetry/telemetry.ts';
import type { Said } from './operate/commands.ts';
import { operatorCommand, operatorEvent } from './operate/read-command.ts';

const stage = readLedgerStage(await withSecrets(process.env));

/** Carries out a command of `npm run sekali` from inside the network of the stage. */
export const handler = middy<unknown, Said>({ timeoutEarlyInMillis: 0 })
  .use(injectLambdaContext(logger))
  .handler(async (received) => {
    try {
      const { args, who } = operatorEvent(received);
      logger.info('operator', { args, who });
      return await operatorCommand(args, who).act(stage);
    } catch (thrown) {
      return { done: false, text: messageOf(thrown) };
    }
  });
