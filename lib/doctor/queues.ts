import { GetQueueAttributesCommand, GetQueueUrlCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { StageParameters } from '../config/stage.ts';
import { queueClient } from '../queue/client.ts';
import { type Examiner, isLocal, limitsOf, stageOf } from './examiner.ts';
import { ok, type Probed, undetermined } from './finding.ts';
import { type Attributes, queueFindings } from './queue-facts.ts';
import { lackOfCredentials, queueFault } from './queue-faults.ts';

/** Looks at the attributes of both queues. Takes no message. */
export async function examineQueues(
  examiner: Examiner,
  stage: StageParameters | undefined,
  signal: AbortSignal,
): Promise<Probed> {
  const client = queueClient({
    endpoint: examiner.env.SEKALI_SQS_ENDPOINT?.trim(),
    // Once: it is to say why, in time.
    tries: 1,
    timeoutMs: limitsOf(examiner).reachTimeoutMs,
  });
  try {
    const lack = await lackOfCredentials(examiner, client);
    if (lack !== undefined) return { findings: [lack] };
    const [submissions, parking] = await Promise.all([
      attributesOf(client, examiner, 'submissions', signal),
      attributesOf(client, examiner, 'parking', signal),
    ]);
    const findings =
      stage === undefined
        ? [undetermined('attributes of the queues: not compared, since the stage parameters are wrong')]
        : queueFindings(submissions, parking, stage, { needsEncryption: !isLocal(examiner) });
    return { findings: [waiting(submissions), parked(parking), ...findings] };
  } catch (thrown) {
    return { findings: [await queueFault(thrown, examiner, client)] };
  } finally {
    client.destroy();
  }
}

/** The names that infra/queues.yml gives them. */
export const queueName = (examiner: Examiner, which: 'submissions' | 'parking') =>
  `sekali-${stageOf(examiner)}-${which}`;

async function attributesOf(
  client: SQSClient,
  examiner: Examiner,
  which: 'submissions' | 'parking',
  abortSignal: AbortSignal,
): Promise<Attributes> {
  const { SEKALI_QUEUE_URL, SEKALI_PARKING_URL } = examiner.env;
  const given = (which === 'submissions' ? SEKALI_QUEUE_URL : SEKALI_PARKING_URL)?.trim();
  const byName = new GetQueueUrlCommand({ QueueName: queueName(examiner, which) });
  const QueueUrl = given || (await client.send(byName, { abortSignal })).QueueUrl;
  const ask = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] });
  return (await client.send(ask, { abortSignal })).Attributes ?? {};
}

function waiting(attributes: Attributes) {
  const [waits, inWork] = [
    attributes.ApproximateNumberOfMessages,
    attributes.ApproximateNumberOfMessagesNotVisible,
  ];
  return ok(
    `submission queue: ${waits ?? '?'} waiting, ${inWork ?? '?'} being worked on or waiting for a retry`,
  );
}

function parked({ ApproximateNumberOfMessages: count = '?' }: Attributes) {
  return ok(`parking queue: ${count === '1' ? '1 waits' : `${count} wait`} for a person`);
}
