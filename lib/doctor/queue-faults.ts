import type { SQSClient } from '@aws-sdk/client-sqs';
import { withDeadline } from '../chromium/deadline.ts';
import { messageOf } from '../submission/errors.ts';
import { askInside, type Examiner, isElsewhere, limitsOf, stageOf } from './examiner.ts';
import { type Finding, undetermined, wrong } from './finding.ts';

/** What is missing on a person's machine to ask AWS about the queues of a deployed stage; undefined when nothing is. */
export async function lackOfCredentials(examiner: Examiner, client: SQSClient): Promise<Finding | undefined> {
  if (!isElsewhere(examiner)) return undefined;
  const { reachTimeoutMs } = limitsOf(examiner);
  try {
    // Where there are none, this machine is asked last whether it is one of AWS' own: most networks never answer that.
    await withDeadline(client.config.credentials(), reachTimeoutMs, 'looking for them');
    return undefined;
  } catch (thrown) {
    const inside = askInside({ ...examiner, init: false });
    return undetermined(
      `the queues: no AWS credentials here (${messageOf(thrown)}). Set AWS_PROFILE, or ask inside: ${inside}`,
    );
  }
}

/** Why SQS gave no answer, in plain words. */
export async function queueFault(thrown: unknown, examiner: Examiner, client: SQSClient): Promise<Finding> {
  const { name, message, code } = thrown as NodeJS.ErrnoException;
  const stage = stageOf(examiner);
  const region = await client.config.region().catch(() => 'no region');
  const inside = `ask inside: ${askInside({ ...examiner, init: false })}`;
  if (
    /ExpiredToken|InvalidClientToken|UnrecognizedClient|SignatureDoesNotMatch|InvalidAccessKey/.test(name)
  ) {
    return undetermined(
      `the queues: AWS does not accept the credentials here (${name}). Renew them, or ${inside}`,
    );
  }
  if (/QueueDoesNotExist|NonExistentQueue/.test(name)) {
    return wrong(
      `there is no queue of stage ${stage} in ${region} in this account: is it deployed there (npx serverless deploy ` +
        `--stage ${stage})?`,
    );
  }
  if (/AccessDenied/.test(name)) {
    const needed = 'sqs:GetQueueAttributes and sqs:GetQueueUrl';
    return isElsewhere(examiner)
      ? undetermined(`the queues: your AWS user may not look at them (${needed}). Or ${inside}`)
      : wrong(
          'the queues may not be looked at: the role of this function needs sqs:GetQueueAttributes on both',
        );
  }
  const why = code ?? (name === 'Error' ? message : name);
  const endpoint = examiner.env.SEKALI_SQS_ENDPOINT?.trim();
  if (endpoint)
    return wrong(`the queues cannot be reached at ${endpoint} (${why}): does the local stack run there?`);
  return wrong(
    `SQS in ${region} cannot be reached (${why}): ` +
      (examiner.where === 'function'
        ? 'the network needs an endpoint com.amazonaws.<region>.sqs that lets port 443 in, or a way to the internet'
        : 'is this machine online?'),
  );
}
