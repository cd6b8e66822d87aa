import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { z } from 'zod';
import type { OperatorAnswer, OperatorRequest } from '../../functions/operate/operator-request.ts';
import { DEFAULTS } from '../../lib/config/defaults.ts';

const ANSWER = z.object({ status: z.int(), body: z.unknown() });

/** A client that waits for as long as the function may take, and asks once: what was carried out twice answers otherwise. */
export function operatorClient(): LambdaClient {
  return new LambdaClient({
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: DEFAULTS.operatorConnectTimeoutMs,
      requestTimeout: DEFAULTS.operatorTimeoutMs,
      socketTimeout: DEFAULTS.operatorTimeoutMs,
      throwOnRequestTimeout: true,
    },
  });
}

/**
 * Asks the function `operator` of a deployed stage: its Redis cannot be reached from outside its network.
 * @throws Error that says what to do
 */
export async function onDeployedStage(
  client: Pick<LambdaClient, 'send'>,
  stage: string,
  request: OperatorRequest,
): Promise<OperatorAnswer> {
  const name = `sekali-${stage}-operator`;
  const { FunctionError, Payload } = await client
    .send(new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(request) }))
    .catch((cause: Error) => {
      throw new Error(
        `The function ${name} cannot be called: ${cause.message}. Is stage "${stage}" deployed in this account and in ${process.env.AWS_REGION ?? 'this region'}, ` +
          'and may you call it (lambda:InvokeFunction)? A Redis that can be reached from here is given by --param redisUrl=…, ' +
          'the HTTP API by --url and a token.',
        { cause },
      );
    });
  const answer = parsed(Payload);
  if (FunctionError !== undefined) {
    const { errorMessage } = (answer ?? {}) as { errorMessage?: string };
    throw new Error(`The function ${name} failed: ${errorMessage ?? FunctionError}`);
  }
  const understood = ANSWER.safeParse(answer);
  if (understood.success) return understood.data;
  throw new Error(
    `The function ${name} answers what this version does not understand. Deploy the stage anew, or use the version that did.`,
  );
}

function parsed(payload: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(payload ?? []).toString());
  } catch {
    return undefined;
  }
}
