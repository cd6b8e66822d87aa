import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { CachePersistenceLayer } from '@aws-lambda-powertools/idempotency/cache';
import { createClient } from '@redis/client';
import type { Context } from 'aws-lambda';
import type { Data } from '../../lib/submission/key.ts';
import { type Contender, IDENTITY, OUTCOME, RETENTION_MS } from './guard.ts';

/** Its deadline of a record in progress comes from here. */
const CONTEXT = { getRemainingTimeInMillis: () => 60_000 } as Context;

/** Idempotency of Powertools for AWS Lambda, on Redis by the client that it supports. */
export const powertools: Contender = {
  name: 'Powertools idempotency',
  lacks: {
    arming: 'no: after a crash or an error it runs again',
    owner: 'no: it writes and deletes whoever owns the record',
    outcome: 'yes',
  },
  async open(url) {
    const client = await createClient({ url }).connect();
    const config = new IdempotencyConfig({
      eventKeyJmesPath: `[${IDENTITY.join(', ')}]`,
      expiresAfterSeconds: RETENTION_MS / 1000,
      throwOnNoIdempotencyKey: true,
    });
    config.registerLambdaContext(CONTEXT);
    let runs = 0;
    const submitOnce = makeIdempotent(
      async (_: Data) => {
        runs += 1;
        return OUTCOME;
      },
      { persistenceStore: new CachePersistenceLayer({ client }), config },
    );
    return {
      async submit(data) {
        await submitOnce(data);
      },
      skipOf: (data) => async () => {
        const before = runs;
        await submitOnce(data);
        if (runs !== before) throw new Error('it ran again');
      },
      close: () => client.destroy(),
    };
  },
};
