import { GetQueueUrlCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { DEFAULTS } from '../lib/config/defaults.ts';
import { variableOf } from '../lib/config/stage.ts';
import { queueClient } from '../lib/queue/client.ts';
import { messageOf } from '../lib/submission/errors.ts';
import { environmentOf, needsStack, type StageValues } from './stage-arguments.ts';

type Environment = Readonly<Record<string, string>>;
type WithQueues = Environment & { readonly SEKALI_QUEUE_URL: string; readonly SEKALI_PARKING_URL: string };

/** For commands that go to the queues themselves. */
export function clientFor(environment: Environment, tries: number = DEFAULTS.queueTries): SQSClient {
  return queueClient({
    endpoint: environment[variableOf('sqsEndpoint')],
    tries,
    timeoutMs: DEFAULTS.pollTimeoutMs,
  });
}

/** The environment of a stage, with its queues. @throws UsageError, Error that says what to do */
export async function queuesOf(where: StageValues): Promise<WithQueues> {
  await needsStack(where);
  return withQueues(await environmentOf(where));
}

/** Both queues, looked up by their names where they are not given. @throws Error that says what to do */
export async function withQueues(environment: Environment): Promise<WithQueues> {
  const client = clientFor(environment);
  const urlOf = async (variable: string, which: string) =>
    environment[variable] || lookUp(client, `sekali-${environment.SEKALI_STAGE}-${which}`);
  try {
    const [SEKALI_QUEUE_URL, SEKALI_PARKING_URL] = await Promise.all([
      urlOf('SEKALI_QUEUE_URL', 'submissions'),
      urlOf('SEKALI_PARKING_URL', 'parking'),
    ]);
    return { ...environment, SEKALI_QUEUE_URL, SEKALI_PARKING_URL };
  } finally {
    client.destroy();
  }
}

async function lookUp(client: SQSClient, name: string): Promise<string> {
  try {
    const { QueueUrl = '' } = await client.send(new GetQueueUrlCommand({ QueueName: name }));
    return QueueUrl;
  } catch (thrown) {
    throw new Error(
      `The queue ${name} is not found: ${messageOf(thrown)}. Is the stage deployed in this account and in ${process.env.AWS_REGION ?? 'this region'}? ` +
        'Queues of another name are given by --param queueUrl=… --param parkingUrl=…',
      { cause: thrown },
    );
  }
}
