import { visibilitySeconds } from '../config/derived.ts';
import type { StageParameters } from '../config/stage.ts';
import { type Finding, ok, wrong } from './finding.ts';
import { parkingRoomBytes } from './limits.ts';

/** As SQS tells them, all of them texts. */
export type Attributes = Readonly<Partial<Record<string, string>>>;

const DAY_SECONDS = 86_400;
/** Every attribute of a queue follows from a stage parameter. */
const DEPLOY = 'deploy again, and change queues by stage parameters only';

/** Whether the queues are what the worker needs. */
export function queueFindings(
  submissions: Attributes,
  parking: Attributes,
  stage: StageParameters,
  { needsEncryption }: { readonly needsEncryption: boolean },
): Finding[] {
  return [
    visibility(submissions, stage),
    redrive(submissions, parking, stage),
    sizes(submissions, parking),
    retention(submissions, parking, stage),
    ...(needsEncryption ? [encryption(submissions, parking)] : []),
  ];
}

function visibility({ VisibilityTimeout: found }: Attributes, stage: StageParameters): Finding {
  const { workerTimeoutSeconds, batchingWindowSeconds } = stage;
  const needed = visibilitySeconds(stage);
  const sum = `6 x workerTimeoutSeconds ${workerTimeoutSeconds} + batchingWindowSeconds ${batchingWindowSeconds} = ${needed} s`;
  if (Number(found) >= needed) return ok(`visibility timeout ${found} s, at least ${sum}`);
  return wrong(
    `visibility timeout is ${found} s, less than ${sum}: messages come again while they are worked on, and run out of ` +
      `receives: ${DEPLOY}`,
  );
}

function redrive(submissions: Attributes, { QueueArn }: Attributes, stage: StageParameters): Finding {
  const { deadLetterTargetArn, maxReceiveCount } = policyOf(submissions.RedrivePolicy);
  if (deadLetterTargetArn === undefined) {
    return wrong(`the submission queue moves nothing to the parking queue (no RedrivePolicy): ${DEPLOY}`);
  }
  if (deadLetterTargetArn !== QueueArn) {
    return wrong(
      `the submission queue moves to ${deadLetterTargetArn}, and the worker parks in ${QueueArn}: nobody looks there: ${DEPLOY}`,
    );
  }
  if (Number(maxReceiveCount) !== stage.maxReceiveCount) {
    return wrong(
      `the submission queue moves messages after ${maxReceiveCount} receives, maxReceiveCount is ${stage.maxReceiveCount}: ` +
        DEPLOY,
    );
  }
  return ok(`messages move to the parking queue after ${maxReceiveCount} receives`);
}

function policyOf(text: string | undefined): { deadLetterTargetArn?: unknown; maxReceiveCount?: unknown } {
  return text === undefined ? {} : JSON.parse(text);
}

function sizes(submissions: Attributes, parking: Attributes): Finding {
  const [source, target] = [Number(submissions.MaximumMessageSize), Number(parking.MaximumMessageSize)];
  if (source + parkingRoomBytes <= target)
    return ok(`messages of up to ${source} bytes, parked ones ${target}`);
  return wrong(
    `the submission queue takes ${source} bytes and the parking queue ${target}: it must take ${parkingRoomBytes} more, or ` +
      `large messages cannot be parked: ${DEPLOY}`,
  );
}

function retention(submissions: Attributes, parking: Attributes, stage: StageParameters): Finding {
  const [inQueue, inParking] = [submissions, parking].map(
    ({ MessageRetentionPeriod }) => Number(MessageRetentionPeriod) / DAY_SECONDS,
  );
  const days = `messages live ${inQueue} d in the queue and ${inParking} d in parking, ledgerRetentionDays is ${stage.ledgerRetentionDays}`;
  if (Number(inQueue) + Number(inParking) < stage.ledgerRetentionDays) return ok(days);
  return wrong(
    `${days}: a message may outlive the record of its submission, and be sent again. Raise ledgerRetentionDays above the sum`,
  );
}

function encryption(...queues: readonly Attributes[]): Finding {
  const isEncrypted = ({ SqsManagedSseEnabled, KmsMasterKeyId }: Attributes) =>
    SqsManagedSseEnabled === 'true' || Boolean(KmsMasterKeyId);
  if (queues.every(isEncrypted)) return ok('both queues are encrypted');
  return wrong(`a queue is not encrypted, and messages hold personal data: ${DEPLOY}`);
}
