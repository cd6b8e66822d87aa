import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { Said } from '../functions/operate/commands.ts';
import type { OperatorEvent } from '../functions/operate/read-command.ts';

/**
 * Has the function `operator` of a deployed stage carry out a command: its Redis cannot be reached from outside its network.
 * @throws Error that says what to do
 */
export async function onDeployedStage(
  client: Pick<LambdaClient, 'send'>,
  stage: string,
  event: OperatorEvent,
): Promise<Said> {
  const name = `sekali-${stage}-operator`;
  const { FunctionError, Payload } = await client
    .send(new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(event) }))
    .catch((cause: Error) => {
      throw new Error(
        `The function ${name} cannot be called: ${cause.message}. Is stage "${stage}" deployed in this account and region, ` +
          'and may you call it (lambda:InvokeFunction)? A Redis that can be reached from here is given by --param redisUrl=…',
        { cause },
      );
    });
  const answer = JSON.parse(Buffer.from(Payload ?? []).toString() || 'null') as unknown;
  if (FunctionError === undefined) return answer as Said;
  const { errorMessage } = answer as { errorMessage?: string };
  throw new Error(`The function ${name} failed: ${errorMessage ?? FunctionError}`);
}
