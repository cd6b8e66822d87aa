import assert from 'node:assert/strict';
import type { Check } from '../findings.ts';
import type { Stack } from '../stack.ts';

const DAY_SECONDS = 86_400;
/** SQS hides a message for at most 12 h. */
const MAX_VISIBILITY_SECONDS = 43_200;
/** Reason and errors of what is parked travel as attributes. */
const ROOM_FOR_A_REASON = 16 * 1024;

export function queues(stack: Stack, check: Check): void {
  const number = (queue: string, attribute: string) => Number(stack.says(queue, attribute));

  check('the submission queue hides a message for 6 x timeout + batching window', () => {
    const wanted = 6 * stack.number('workerTimeoutSeconds') + stack.number('batchingWindowSeconds');
    assert.equal(number('SubmissionQueue', 'VisibilityTimeout'), Math.min(wanted, MAX_VISIBILITY_SECONDS));
  });
  check('both queues keep messages as long as the parameters say', () => {
    assert.deepEqual(
      ['SubmissionQueue', 'ParkingQueue'].map((queue) => number(queue, 'MessageRetentionPeriod')),
      [stack.number('queueRetentionDays') * DAY_SECONDS, stack.number('parkingRetentionDays') * DAY_SECONDS],
    );
  });
  check('whatever comes in can be parked with its reason', () => {
    const [incoming, parked] = ['SubmissionQueue', 'ParkingQueue'].map((queue) =>
      number(queue, 'MaximumMessageSize'),
    ) as [number, number];
    assert.ok(parked - incoming >= ROOM_FOR_A_REASON, `${incoming} and ${parked} bytes`);
  });
  check('both queues are encrypted', () => {
    for (const queue of ['SubmissionQueue', 'ParkingQueue']) {
      assert.equal(stack.says(queue, 'SqsManagedSseEnabled'), 'true', queue);
    }
  });
  check('the queue itself parks after maxReceiveCount receives', () => {
    assert.deepEqual(JSON.parse(String(stack.says('SubmissionQueue', 'RedrivePolicy'))), {
      deadLetterTargetArn: stack.says('ParkingQueue', 'QueueArn'),
      maxReceiveCount: stack.number('maxReceiveCount'),
    });
  });
  check('neither is a FIFO queue', () => {
    for (const queue of ['SubmissionQueue', 'ParkingQueue']) {
      assert.equal(stack.says(queue, 'FifoQueue'), undefined, queue);
    }
  });
}
