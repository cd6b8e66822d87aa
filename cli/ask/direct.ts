import { forms } from '../../forms/index.ts';
import { buildApi } from '../../functions/build-api.ts';
import { withSecrets } from '../../lib/config/secrets.ts';
import { readStage } from '../../lib/config/stage.ts';
import { registryOf } from '../../lib/form/registry.ts';
import { withQueues } from '../queues.ts';
import type { Asker } from './asker.ts';

/** Where nothing is parked or sent, no queue need be known. */
const NO_QUEUES = { SEKALI_QUEUE_URL: 'https://not.invalid/', SEKALI_PARKING_URL: 'https://not.invalid/' };

/** Asks Redis, and the queues where they are needed, from this process. @throws Error that says what is missing */
export async function direct(
  environment: Readonly<Record<string, string>>,
  who: string,
  { queues, apiUrl }: { readonly queues: boolean; readonly apiUrl?: string | undefined },
): Promise<Asker> {
  const api = buildApi({
    stage: readStage(
      await withSecrets(queues ? await withQueues(environment) : { ...NO_QUEUES, ...environment }),
    ),
    registry: registryOf(forms),
    telemetry: {
      info() {},
      warn: (message, fields) => console.error(message, JSON.stringify(fields)),
      count() {},
    },
    tokens: async () => [],
  });
  return { apiUrl, ask: (request) => api.ask({ ...request, who }), close: () => api.close() };
}
